#pragma once

#include <string>
#include <vector>

#include <cloche/process/command.hpp>

namespace cloche::environment {

/// The variables that name some environment, which must not reach a tool or a notebook that gets another one.
extern const std::vector<std::string> foreign_environment_variables;

/// What activating the virtual environments does: the programs of `roots`, the first one first, come first in
/// PATH, and VIRTUAL_ENV names the first.
process::Environment activate(const std::vector<std::string>& roots);

}  // namespace cloche::environment
