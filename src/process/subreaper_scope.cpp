#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/error.hpp>
#include <cloche/process/subreaper_scope.hpp>

#include "process/child_registry.hpp"
#include "process/orphan_sweep.hpp"

namespace cloche::process {
namespace {

std::atomic<bool> scope_open{false};

/// Direct children that are not ours, of whatever thread (proc(5)).
std::vector<pid_t> strangers() {
  std::vector<pid_t> found;
  std::error_code ignored;  // a thread may end while we look: then its children have moved to another
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t pid; children >> pid;)
      if (!ChildRegistry::holds(pid)) found.push_back(pid);
  }
  return found;
}

void reap(pid_t pid) {
  while (::waitpid(pid, nullptr, __WALL) < 0 && errno == EINTR) {
  }
}

}  // namespace

void sweep_orphans() {
  if (!scope_open) return;
  const std::lock_guard lock(ChildRegistry::mutex());
  // Only direct children are killed by number: they stay ours until reaped. Their own children come to us in
  // turn.
  for (std::vector<pid_t> orphans; !(orphans = strangers()).empty();) {
    for (const pid_t pid : orphans) ::kill(pid, SIGKILL);
    for (const pid_t pid : orphans) reap(pid);
  }
}

void reap_orphans_of_group(pid_t group) {
  if (!scope_open) return;
  const std::lock_guard lock(ChildRegistry::mutex());
  for (bool found = true; found;) {
    found = false;
    for (const pid_t pid : strangers()) {
      if (::getpgid(pid) != group) continue;
      ::kill(pid, SIGKILL);
      reap(pid);
      found = true;
    }
  }
}

SubreaperScope::SubreaperScope() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) throw Error(errno, "become a subreaper");
  scope_open = true;
}

SubreaperScope::~SubreaperScope() {
  scope_open = false;
  ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

}  // namespace cloche::process
