#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/command.hpp>
#include <cloche/process/fd.hpp>
#include <cloche/process/outcome.hpp>
#include <cloche/process/resources.hpp>
#include <cloche/process/stop_policy.hpp>

namespace cloche::process {

struct RunOptions {
  /// From the start of the command; none: no limit.
  std::optional<std::chrono::milliseconds> timeout;
  StopPolicy stop;
  /// Borrowed; polled all the time.
  const Cancellation* cancellation = nullptr;
  /// How many bytes of each stream are kept: the first half of the limit and the last half; what lies between
  /// is counted.
  std::size_t capture_limit = std::size_t{16} << 20;
  /// A line in the captured text says where bytes were dropped, and how many: "[… 1234 bytes left out …]".
  bool mark_cut = true;
  /// A stream that grows beyond the limit is kept whole in an unnamed temporary file besides (in TMPDIR, else
  /// /tmp).
  bool spill = false;
  /// Written to the command's stdin while it runs, and then closed. Empty: Command::standard_input counts.
  std::string standard_input;
  /// Gets stderr line by line while the command runs, without line ends, bytes as they are. A line longer
  /// than 1 MiB is cut into pieces. An exception from it is dropped, since the command must be ended and its
  /// pipes read all the same.
  std::function<void(std::string_view)> on_standard_error_line;
};

struct Result {
  Outcome outcome;
  std::string standard_output;
  std::string standard_error;
  /// Bytes that the capture limit dropped from the middle.
  std::uint64_t standard_output_dropped = 0;
  std::uint64_t standard_error_dropped = 0;
  /// With RunOptions::spill: all of a stream that was cut, to be read from its start; else empty. Also empty
  /// when the disk was full, which is no reason to end the command.
  Fd standard_output_file;
  Fd standard_error_file;
  /// A pipe was still held open a second after the whole tree was gone (its other end had left the tree), and
  /// was given up.
  bool output_incomplete = false;
  /// Processes that the command left behind, which were ended.
  int stragglers = 0;
  ResourceUse resource_use;
  OutOfMemory out_of_memory = OutOfMemory::no;
  LimitsInForce limits_in_force;
};

/// Runs `command` to its end and captures stdout and stderr: both are pipes, read all the time, whatever its
/// Stdio for these two says, except that Stdio::merged() and Stdio::terminal() stay. Throws Error when the
/// system refuses what starting needs; nothing is left then.
Result run(Command command, const RunOptions& options = {});

}  // namespace cloche::process
