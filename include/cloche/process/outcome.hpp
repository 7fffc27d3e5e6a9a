#pragma once

#include <string>
#include <variant>

namespace cloche::process {

/// The main process ended by itself.
struct Exited {
  int code = 0;
  bool operator==(const Exited&) const = default;
};

/// The main process was ended by a signal that this library did not send.
struct Signaled {
  int signal = 0;
  bool core_dumped = false;
  bool operator==(const Signaled&) const = default;
};

/// The deadline passed and the tree was stopped; `killed` when the grace passed too.
struct TimedOut {
  bool killed = false;
  bool operator==(const TimedOut&) const = default;
};

/// A cancellation was requested and the tree was stopped; `killed` when the grace passed too.
struct Cancelled {
  bool killed = false;
  bool operator==(const Cancelled&) const = default;
};

/// The command never ran. `error` is the errno, `step` what was being done ("find the program", "execute",
/// ...).
struct FailedToStart {
  int error = 0;
  std::string step;
  bool operator==(const FailedToStart&) const = default;
};

/// The guardian itself was killed, so how the command ended is not known. Its tree was ended all the same.
struct Lost {
  std::string reason;
  bool operator==(const Lost&) const = default;
};

/// How a command ended. An outcome is a value: a non-zero exit is no exception.
using Outcome = std::variant<Exited, Signaled, TimedOut, Cancelled, FailedToStart, Lost>;

bool succeeded(const Outcome& outcome) noexcept;

/// For people, to follow a subject: "exited with status 3", "was killed by signal 9 (SIGKILL)", "failed to
/// start: execute: No such file or directory".
std::string describe(const Outcome& outcome);

}  // namespace cloche::process
