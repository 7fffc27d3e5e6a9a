#pragma once

#include <array>
#include <cstdint>

#include <cloche/process/command.hpp>
#include <cloche/process/fd.hpp>

namespace cloche::process {

/// A command's three streams before it starts: the ends that it gets, and the ends of pipes that the caller
/// keeps.
struct Streams {
  /// The numbers for the command: owned by `opened`, or the caller's.
  std::array<std::int32_t, 3> for_command{};
  /// What was opened for the command, to be closed once it has started.
  std::array<Fd, 3> opened;
  /// The caller's ends, where the stream is a pipe. Reading ends are non-blocking.
  std::array<Fd, 3> for_caller;
  /// The caller's end of the pseudo-terminal, non-blocking, and the first stream that is the other end.
  Fd terminal;
  std::int32_t terminal_stream = -1;
};

/// Throws Error.
Streams open_streams(const Command& command);

}  // namespace cloche::process
