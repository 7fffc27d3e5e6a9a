#pragma once

#include <cstddef>
#include <cstdint>

#include "guardian/protocol.hpp"

namespace cloche::guardian {

enum class Hold : std::uint32_t { pid_namespace, subreaper, process_group };

/// A command's relation to a terminal.
enum class Terminal : std::uint32_t {
  /// A session of its own without one.
  none,
  /// The exporter's session and its process group: what the keyboard sends to one reaches the other.
  job,
  /// The exporter's session and a group of its own, which becomes the terminal's foreground group.
  foreground_group,
  /// A session of its own, whose controlling terminal is one of its streams.
  own,
};

constexpr std::uint32_t max_limits = 8;

/// setrlimit(2), as the kernel has it (prlimit64).
struct Limit {
  std::int32_t resource;
  std::uint64_t soft;
  std::uint64_t hard;
};

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
  StopTerms deadline_stop;
  Terminal terminal;
  /// Terminal::job: the exporter's process group, as its own namespace numbers it.
  std::int32_t job_group;
  /// Terminal::own: the stream, 0 to 2, that is the terminal.
  std::int32_t terminal_stream;
  /// No rights by set-id programs, no signals to processes outside the tree.
  bool confined;
  Limit limits[max_limits];
  std::uint32_t limit_count;
  /// The folder of the command's own cgroup, its parent's, and its name there; -1: none. Descriptors of the
  /// process that starts the command.
  std::int32_t cgroup_fd;
  std::int32_t cgroup_parent_fd;
  const char* cgroup_name;
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
  std::uint64_t cgroup_name;
  std::int64_t deadline_ms;
  std::uint32_t target_count;
  Hold hold;
  StopTerms deadline_stop;
  Terminal terminal;
  std::int32_t job_group;
  std::int32_t terminal_stream;
  std::uint32_t confined;
  std::uint32_t limit_count;
  Limit limits[max_limits];
  std::int32_t cgroup_fd;
  std::int32_t cgroup_parent_fd;
  std::uint32_t outlives_main_process;
  Step seam_step;
  std::int32_t seam_fd;
};

/// Whether everything that the header of these `size` bytes points to lies behind it and within them and is
/// ended, no two arrays overlap, and all numbers are within their limits. `bytes` is aligned to 8.
bool is_sound(const char* bytes, std::uint64_t size);

/// Maps the file and turns offsets into pointers in place (the mapping is private and lives as long as the
/// process). 0, or the errno as a negative number. Allocates nothing.
long map_launch(int fd, Launch& launch);

/// The same on memory that the caller holds and that is sound.
Launch launch_from(char* bytes);

}  // namespace cloche::guardian
