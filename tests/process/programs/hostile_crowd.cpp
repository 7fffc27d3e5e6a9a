// hostile_crowd LOCK stay|leave: a command whose tree does everything to get away. All of its members share a
// lock on the file LOCK, hold the streams that the command got, and ignore every signal that can be ignored:
// a child, one in a session of its own, a daemon by the book (double fork, two sessions), one that was
// stopped (SIGSTOP), one under the name of somebody else, and two hundred more of which each is the child of
// the last but one. "leave" ends the main process as soon as all of them have been made.

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int storm_size = 200;

[[noreturn]] void stay() {
  for (;;) pause();
}

void become_somebody_else(char* name) {
  std::memset(name, 'k', std::strlen(name));
  prctl(PR_SET_NAME, "kworker/0:0");
}

/// A chain of pairs: its members come and go as parents while the storm goes on.
void storm() {
  for (int i = 0; i < storm_size; ++i) {
    const pid_t child = fork();
    if (child < 0) stay();
    if (child == 0 && i % 2 == 0) stay();
    if (child > 0 && i % 2 == 1) stay();
  }
  stay();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int lock = open(argv[1], O_RDWR);
  if (lock < 0 || flock(lock, LOCK_SH) < 0) return 2;
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);

  if (fork() == 0) stay();
  if (fork() == 0) {
    setsid();
    stay();
  }
  const pid_t launcher = fork();
  if (launcher == 0) {
    setsid();
    if (fork() == 0) {
      setsid();
      stay();
    }
    _exit(0);
  }
  waitpid(launcher, nullptr, 0);
  if (fork() == 0) {
    raise(SIGSTOP);
    stay();
  }
  if (fork() == 0) {
    become_somebody_else(argv[0]);
    stay();
  }
  if (fork() == 0) storm();
  if (std::strcmp(argv[2], "leave") == 0) return 0;
  stay();
}
