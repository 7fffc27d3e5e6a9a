#pragma once

#include <csignal>
#include <cstdint>

#include <sys/types.h>

#include "guardian/launch.hpp"

namespace cloche::guardian {

/// A command that was started, or the step that failed and its errno (then there is no process).
struct StartedCommand {
  pid_t pid = -1;
  Step failed_step = Step::none;
  int error = 0;
};

/// What the new process does between its creation and its exec, shared with the exporter's process-group
/// tier. It runs on memory that it shares with its parent (which sleeps until the exec): only system calls,
/// no return.
struct CommandImage {
  const Launch* launch;
  /// Where the descriptors are now: the three streams, then one for each target.
  const std::int32_t* sources;
  /// Filled in on failure.
  Step failed_step;
  int error;
};
/// For clone(2): `image` is a CommandImage.
int become_command(void* image);

/// Starts the command as a child of the calling process, in a process group of its own. All signals must be
/// blocked. Only system calls.
StartedCommand start_command(const Launch& launch);

}  // namespace cloche::guardian
