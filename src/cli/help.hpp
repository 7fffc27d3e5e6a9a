#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/exit_code.hpp"

namespace cloche::cli {

/// A command's help on one screen of 80 columns.
std::string help_of(const CLI::App& app);
ExitCode print_help(const CLI::App& app);

/// Prints what was asked for on stdout.
ExitCode print(std::string_view text);

}  // namespace cloche::cli
