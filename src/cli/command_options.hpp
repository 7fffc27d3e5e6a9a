#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <cloche/process/child.hpp>
#include <cloche/process/command.hpp>
#include <cloche/process/stop_policy.hpp>

#include "cli/console.hpp"

namespace cloche::cli {

/// The options of `cloche run`, as they stand on the command line.
class CommandOptions {
 public:
  /// Adds them to `app`. This object must outlive the parsing.
  explicit CommandOptions(CLI::App& app);
  CommandOptions(const CommandOptions&) = delete;
  CommandOptions& operator=(const CommandOptions&) = delete;

  /// What to run, without its stdin. Throws UsageError.
  process::Command command(std::vector<std::string> argv) const;
  std::optional<std::chrono::milliseconds> timeout() const;
  process::StopPolicy stop() const;
  /// The file to read; empty: our own stdin.
  const std::string& standard_input() const noexcept { return standard_input_; }
  std::optional<std::uint64_t> output_limit() const;
  /// A descriptor's number or a file; empty: none.
  const std::string& status_destination() const noexcept { return status_destination_; }
  Verbosity verbosity() const;

 private:
  std::string timeout_;
  std::string grace_;
  std::string stop_signal_;
  std::string memory_;
  std::string processes_;
  std::string cpu_time_;
  std::string tier_;
  std::string cgroup_;
  std::vector<std::string> environment_;
  bool clear_environment_ = false;
  std::string working_directory_;
  std::string standard_input_;
  std::string output_limit_;
  std::string status_destination_;
  bool unconfined_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
};

}  // namespace cloche::cli
