#include "process/containment.hpp"

#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cloche::process {
namespace {

using guardian::Step;

/// SIGXCPU comes at the limit and SIGKILL at the hard one (setrlimit(2)).
constexpr std::uint64_t seconds_to_obey = 1;

/// Sets a limit of the whole tree in its cgroup. False if it can't be had there.
bool limit_tree(Containment& containment, const char* file, std::uint64_t value) {
  return containment.cgroup && containment.cgroup->set(file, std::to_string(value)) == 0;
}

/// A cgroup with the controllers that the limits want, if there is one to be had.
std::unique_ptr<Cgroup> wanted_cgroup(const Command& command, bool& refused, int& error) {
  const bool limited = command.limits.memory_bytes || command.limits.processes;
  const bool demanded = command.cgroup == CgroupUse::always;
  if (command.cgroup == CgroupUse::never || (!demanded && !limited)) return nullptr;
  std::string reason;
  std::optional<CgroupParent> parent = open_cgroup_parent(reason);
  bool useful = demanded;
  if (parent && command.limits.memory_bytes) useful |= has_controller(*parent, "memory", reason);
  if (parent && command.limits.processes) useful |= has_controller(*parent, "pids", reason);
  std::unique_ptr<Cgroup> cgroup;
  if (!parent)
    error = EACCES;
  else if (useful && !(cgroup = Cgroup::make(std::move(*parent))))
    error = errno;
  refused = demanded && !cgroup;
  return cgroup;
}

void limit_memory(Containment& containment, std::uint64_t bytes) {
  if (limit_tree(containment, "memory.max", bytes)) {
    // All of it goes at once, and none of it to the disk.
    containment.cgroup->set("memory.oom.group", "1");
    containment.cgroup->set("memory.swap.max", "0");
    containment.in_force.memory = LimitScope::tree;
    return;
  }
  containment.limits.push_back({RLIMIT_AS, bytes, bytes});
  containment.in_force.memory = LimitScope::process;
}

void limit_processes(Containment& containment, std::uint64_t count) {
  if (limit_tree(containment, "pids.max", count)) {
    containment.in_force.processes = LimitScope::tree;
    return;
  }
  if (::geteuid() == 0) {
    containment.failed_step = Step::limit_resources;
    containment.error = EPERM;
    return;
  }
  containment.limits.push_back({RLIMIT_NPROC, count, count});
  containment.in_force.processes = LimitScope::user;
}

}  // namespace

Containment contain(const Command& command) {
  Containment containment;
  bool refused = false;
  containment.cgroup = wanted_cgroup(command, refused, containment.error);
  if (refused) {
    containment.failed_step = Step::make_cgroup;
    return containment;
  }
  containment.error = 0;
  const ResourceLimits& limits = command.limits;
  if (limits.memory_bytes) limit_memory(containment, *limits.memory_bytes);
  if (limits.processes) limit_processes(containment, *limits.processes);
  if (limits.cpu_time) {
    const auto seconds = static_cast<std::uint64_t>(limits.cpu_time->count());
    containment.limits.push_back({RLIMIT_CPU, seconds, seconds + seconds_to_obey});
  }
  if (limits.open_files)
    containment.limits.push_back({RLIMIT_NOFILE, *limits.open_files, *limits.open_files});
  if (limits.file_size_bytes)
    containment.limits.push_back({RLIMIT_FSIZE, *limits.file_size_bytes, *limits.file_size_bytes});
  if (limits.core_size_bytes)
    containment.limits.push_back({RLIMIT_CORE, *limits.core_size_bytes, *limits.core_size_bytes});
  return containment;
}

std::uint64_t out_of_memory_kills() {
  constexpr std::string_view name = "\noom_kill ";
  const Fd file(::open("/proc/vmstat", O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[8192];
  for (ssize_t size; file && (size = ::read(file.get(), buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(size));
  const std::size_t at = text.find(name);
  std::uint64_t count = 0;
  if (at != std::string::npos)
    std::from_chars(text.data() + at + name.size(), text.data() + text.size(), count);
  return count;
}

}  // namespace cloche::process
