#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cloche/process/command.hpp>

#include "guardian/launch.hpp"
#include "process/containment.hpp"

namespace cloche::process {

/// The parts of a launch that are not in the Command.
struct LaunchTerms {
  guardian::Hold hold = guardian::Hold::subreaper;
  std::int64_t deadline_ms = 0;
  guardian::StopTerms deadline_stop{};
  guardian::Terminal terminal = guardian::Terminal::none;
  std::int32_t job_group = 0;
  std::int32_t terminal_stream = -1;
  /// Borrowed; null: neither limits nor a cgroup.
  const Containment* containment = nullptr;
  /// Where the cgroup's two folders are in the process that starts the command.
  std::int32_t cgroup_fd = -1;
  std::int32_t cgroup_parent_fd = -1;
  guardian::Step seam_step = guardian::Step::none;
  std::int32_t seam_fd = -1;
};

/// What the guardian reads at its start (guardian/launch.hpp). Everything that needs memory is done here,
/// before any process exists: the environment is put together and the program's possible paths are written
/// out. Throws Error (EINVAL) for what no system call could take: an empty argv, a zero byte in a text, a
/// descriptor's target below 3 or twice the same.
std::vector<char> launch_file(const Command& command, const LaunchTerms& terms);

/// The paths to try for `program`, as execvp(3) would with this PATH: itself if it has a slash.
std::vector<std::string> program_candidates(const std::string& program, const std::string& path);

/// The command's environment as NAME=VALUE texts.
std::vector<std::string> environment_of(const Environment& environment);

/// Passed descriptors sorted by target: the order in which they travel.
std::vector<PassedDescriptor> sorted_descriptors(const Command& command);

}  // namespace cloche::process
