#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/child.hpp>

#include "artifact/atomic_file.hpp"

namespace cloche::cli {

/// What `--json-status` writes: to a descriptor a line of JSON when the command has started and one when it
/// has ended; as a file the last one alone, whole or not at all.
class StatusReport {
 public:
  /// `destination`: a descriptor's number or a file's path; empty: nothing is written. What can't be written
  /// is found out here. Throws UsageError, artifact::WriteError.
  StatusReport(const std::string& destination, const process::Cancellation& cancellation);

  /// Waits until the command runs, and says so; nothing is said of one that can't be started. Both throw
  /// artifact::WriteError.
  void started(process::Child& child);
  void ended(const process::Child& child, const process::Outcome& outcome, int exit_code);

 private:
  void write_line(const std::string& json);

  const process::Cancellation& cancellation_;
  std::optional<int> fd_;
  std::optional<artifact::AtomicFile> file_;
};

}  // namespace cloche::cli
