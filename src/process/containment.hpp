#pragma once

#include <memory>
#include <vector>

#include <cloche/process/command.hpp>

#include "guardian/launch.hpp"
#include "process/cgroup.hpp"

namespace cloche::process {

/// How a command's limits are kept: its cgroup, if it has one, and the limits of each process.
struct Containment {
  std::unique_ptr<Cgroup> cgroup;
  std::vector<guardian::Limit> limits;
  LimitsInForce in_force;
  /// Why the command's demands can't be met: then it must not be started.
  guardian::Step failed_step = guardian::Step::none;
  int error = 0;
};

Containment contain(const Command& command);

/// How often the kernel of this machine has killed for memory (/proc/vmstat), or 0 where it does not tell.
std::uint64_t out_of_memory_kills();

}  // namespace cloche::process
