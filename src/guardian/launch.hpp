#pragma once

#include <cstddef>
#include <cstdint>

#include "guardian/protocol.hpp"

namespace cloche::guardian {

enum class Hold : std::uint32_t { pid_namespace, subreaper, process_group };

/// Everything the guardian must know to start and hold a command. All memory is the caller's. Descriptors
/// that the command gets beyond the three streams wait at first_passed_fd, first_passed_fd + 1, … in the
/// guardian.
struct Launch {
  /// Null-terminated, for execve(2).
  char* const* argv;
  char* const* env;
  /// The paths to try, in order, null-terminated: one, or one for each folder of PATH.
  char* const* programs;
  /// Null: stay.
  const char* working_directory;
  /// The numbers that the passed descriptors get in the command, ascending.
  const std::int32_t* targets;
  std::uint32_t target_count;
  Hold hold;
  /// CLOCK_MONOTONIC in milliseconds; 0: no deadline.
  std::int64_t deadline_ms;
  /// How the tree is stopped at the deadline.
  std::int32_t stop_signal;
  std::int32_t grace_ms;
  /// Others may go on after the main process ended, until told to finish.
  bool outlives_main_process;
  /// In builds with seams: the step before which to wait, and the passed descriptor to wait on; Step::none
  /// otherwise.
  Step seam_step;
  std::int32_t seam_fd;
};

/// A Launch as bytes in a file: this header, then the targets, then three arrays of 64-bit offsets (each
/// ended by 0), then the text they point to. Offsets count from the start of the file.
struct LaunchHeader {
  std::uint64_t size;
  std::uint64_t targets;
  std::uint64_t argv;
  std::uint64_t env;
  std::uint64_t programs;
  std::uint64_t working_directory;
  std::int64_t deadline_ms;
  std::uint32_t target_count;
  Hold hold;
  std::int32_t stop_signal;
  std::int32_t grace_ms;
  std::uint32_t outlives_main_process;
  Step seam_step;
  std::int32_t seam_fd;
};

/// Maps the file and turns offsets into pointers in place (the mapping is private and lives as long as the
/// process). 0, or the errno as a negative number. Allocates nothing.
long map_launch(int fd, Launch& launch);

/// The same on memory that the caller holds; `bytes` is aligned to 8.
Launch launch_from(char* bytes);

}  // namespace cloche::guardian
