#pragma once

#include <cstdint>

namespace cloche::guardian {

/// Moves the calling process, before its exec, into the cgroup whose folder this is (cgroups(7)): whatever it
/// starts is born there. 0, or the errno as a negative number.
long join_cgroup(std::int32_t folder_fd);

/// SIGKILL for every member, those that are just being forked too (cgroup.kill, Linux 5.14). A negative
/// `folder_fd`, or a kernel without it: does nothing.
void kill_cgroup(std::int32_t folder_fd);

/// Removes the empty cgroup `name` from its parent's folder.
void remove_cgroup(std::int32_t parent_fd, const char* name);

}  // namespace cloche::guardian
