#pragma once

#include <string>
#include <vector>

#include <cloche/process/cancellation.hpp>

#include "cli/exit_code.hpp"

namespace cloche::cli {

/// Does what `words` (without the program's name) ask for. Whatever goes wrong is said on stderr.
ExitCode run_command_line(const std::vector<std::string>& words, const process::Cancellation& cancellation);

}  // namespace cloche::cli
