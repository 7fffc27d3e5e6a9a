#include "guardian/tree.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cloche::guardian {
namespace {

/// Calls `visit(pid)` for each direct child of this single-threaded process (proc(5):
/// /proc/pid/task/tid/children). False if they can't be listed.
template <class Visitor>
bool for_each_child(Visitor visit) {
  const int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char buffer[4096];
  pid_t pid = 0;
  ssize_t size;
  while ((size = read(fd, buffer, sizeof buffer)) > 0)
    for (ssize_t i = 0; i < size; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        pid = pid * 10 + (buffer[i] - '0');
      } else if (pid != 0) {
        visit(pid);
        pid = 0;
      }
    }
  close(fd);
  return size == 0;
}

struct Reaper {
  pid_t leader;
  int* leader_status;
  int killed = 0;

  void take(pid_t pid, int status) {
    if (pid == leader)
      *leader_status = status;
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      ++killed;
  }
};

}  // namespace

void ask_tree(Hold hold, pid_t leader, int signal) {
  if (hold == Hold::pid_namespace) {
    kill(-1, signal);
    kill(-1, SIGCONT);
    return;
  }
  if (leader > 0) {
    kill(-leader, signal);
    kill(-leader, SIGCONT);
  }
  ask_orphans(leader, signal);
}

void ask_orphans(pid_t leader, int signal) {
  for_each_child([&](pid_t child) {
    if (leader > 0 && getpgid(child) == leader) return;
    kill(child, signal);
    kill(child, SIGCONT);
  });
}

int end_tree(Hold hold, pid_t leader, int* leader_status) {
  Reaper reaper{leader, leader_status};
  // Killing a parent makes its children ours (or, in a namespace, kill(-1) has already reached them): the
  // loop ends when wait says that there is nobody. A process that forks meanwhile only adds a round.
  if (hold == Hold::subreaper && leader > 0) kill(-leader, SIGKILL);
  for (;;) {
    if (hold == Hold::pid_namespace)
      kill(-1, SIGKILL);
    else
      for_each_child([](pid_t child) { kill(child, SIGKILL); });
    int status = 0;
    pid_t pid;
    do pid = waitpid(-1, &status, __WALL);
    while (pid < 0 && errno == EINTR);
    if (pid < 0) return reaper.killed;
    reaper.take(pid, status);
    while ((pid = waitpid(-1, &status, __WALL | WNOHANG)) > 0) reaper.take(pid, status);
  }
}

}  // namespace cloche::guardian
