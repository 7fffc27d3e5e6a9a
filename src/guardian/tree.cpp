#include "guardian/tree.hpp"

#include <cerrno>
#include <csignal>

#include <sys/wait.h>

#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

/// Calls `visit(pid)` for each direct child of this single-threaded process (proc(5):
/// /proc/pid/task/tid/children). False if not all of them could be read.
template <class Visitor>
bool for_each_child(Visitor visit) {
  const int fd = static_cast<int>(sys::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC));
  if (fd < 0) return false;
  char buffer[4096];
  pid_t pid = 0;
  long size;
  while ((size = sys::read(fd, buffer, sizeof buffer)) > 0)
    for (long i = 0; i < size; ++i) {
      // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the system call fills the buffer
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        pid = pid * 10 + (buffer[i] - '0');
      } else if (pid != 0) {
        visit(pid);
        pid = 0;
      }
    }
  sys::close(fd);
  return size == 0;
}

constexpr int retry_ms = 10;

struct Reaper {
  pid_t leader;
  int* leader_status;
  int killed = 0;

  /// False when there is no child any more.
  bool reap_all_dead() {
    long pid;
    int status = 0;
    while ((pid = sys::wait_any(&status, __WALL | WNOHANG)) > 0) take(static_cast<pid_t>(pid), status);
    return pid != -ECHILD;
  }

  void wait_for_one() {
    int status = 0;
    const long pid = sys::wait_any(&status, __WALL);
    if (pid > 0) take(static_cast<pid_t>(pid), status);
  }

  void take(pid_t pid, int status) {
    if (pid == leader)
      *leader_status = status;
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      ++killed;
  }
};

}  // namespace

void ask(pid_t pid, int signal, bool and_continue) {
  sys::kill(pid, signal);
  if (and_continue) sys::kill(pid, SIGCONT);
}

void ask_tree(Hold hold, pid_t leader, int signal, bool and_continue) {
  if (hold == Hold::pid_namespace) {
    ask(-1, signal, and_continue);
    return;
  }
  if (leader > 0) ask(-leader, signal, and_continue);
  ask_orphans(leader, signal, and_continue);
}

void ask_orphans(pid_t leader, int signal, bool and_continue) {
  for_each_child([&](pid_t child) {
    if (leader > 0 && sys::call(SYS_getpgid, child) == leader) return;
    ask(child, signal, and_continue);
  });
}

namespace {

/// False if one of them may not have been reached: the list of children leaves out some that come while it is
/// read, and a call can fail for want of memory.
bool kill_children() {
  bool reached_one = false, reached_all = true;
  const bool whole_list = for_each_child([&](pid_t child) {
    if (sys::kill(child, SIGKILL) < 0)
      reached_all = false;
    else
      reached_one = true;
  });
  return whole_list && reached_one && reached_all;
}

}  // namespace

int end_tree(Hold hold, pid_t leader, int* leader_status) {
  Reaper reaper{leader, leader_status};
  if (hold == Hold::subreaper && leader > 0) sys::kill(-leader, SIGKILL);
  // Killing a parent makes its children ours (in a namespace, kill(-1) has reached them already): the loop
  // ends when wait says that there is nobody. A process that forks meanwhile only adds a round.
  while (reaper.reap_all_dead()) {
    const bool all_killed = hold == Hold::pid_namespace ? sys::kill(-1, SIGKILL) >= 0 : kill_children();
    // Whoever was missed would be waited for without end: another round then, after a moment.
    if (all_killed)
      reaper.wait_for_one();
    else
      sys::poll(nullptr, 0, retry_ms);
  }
  return reaper.killed;
}

}  // namespace cloche::guardian
