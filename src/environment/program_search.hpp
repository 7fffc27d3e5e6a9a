#pragma once

#include <string>
#include <string_view>

namespace cloche::environment {

/// A variable of the program's own environment; empty when it is not set.
std::string variable(const char* name);

bool is_executable_file(const std::string& path);

/// Absolute path of the program that a shell would run for `name`, looking through `search_path` when it has
/// no slash; empty if there is none.
std::string find_program(std::string_view name, std::string_view search_path);

}  // namespace cloche::environment
