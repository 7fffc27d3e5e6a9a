#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/exit_code.hpp"

namespace cloche::cli {

/// A command's help on one screen of 80 columns; `usage` is what follows its name.
std::string help_of(const CLI::App& app, std::string_view usage);
ExitCode print_help(const CLI::App& app, std::string_view usage);

/// Prints what was asked for on stdout.
ExitCode print(std::string_view text);

}  // namespace cloche::cli
