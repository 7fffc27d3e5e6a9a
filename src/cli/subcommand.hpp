#pragma once

#include <string>
#include <vector>

#include <cloche/process/cancellation.hpp>

#include "cli/exit_code.hpp"

namespace cloche::cli {

/// One thing that cloche does. Each throws UsageError.
struct Subcommand {
  /// "export html"
  const char* name;
  const char* summary;
  ExitCode (*run)(const std::vector<std::string>& words, const process::Cancellation& cancellation);
};

ExitCode export_html(const std::vector<std::string>& words, const process::Cancellation& cancellation);
ExitCode export_session(const std::vector<std::string>& words, const process::Cancellation& cancellation);
ExitCode run(const std::vector<std::string>& words, const process::Cancellation& cancellation);
ExitCode doctor(const std::vector<std::string>& words, const process::Cancellation& cancellation);

}  // namespace cloche::cli
