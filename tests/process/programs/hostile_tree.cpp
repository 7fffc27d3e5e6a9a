// hostile_tree stay|leave obedient|stubborn: a command whose tree tries to get away. Besides itself it has a
// child, a grandchild in a session of its own whose parent lives, and a daemon by the book (double fork, two
// sessions). All of them inherit every descriptor that is passed, so that whoever holds the other end of one
// sees when the last of them is gone. "ready" goes to stdout when all are in place. Stubborn ones ignore
// SIGTERM, SIGINT and SIGHUP. "leave" ends the main process with status 7 then.

#include <csignal>
#include <cstring>
#include <initializer_list>

#include <sys/wait.h>
#include <unistd.h>

namespace {

bool stubborn = false;
int in_place[2];

[[noreturn]] void stay() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, stubborn ? SIG_IGN : SIG_DFL);
  [[maybe_unused]] const ssize_t written = write(in_place[1], "x", 1);
  for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  stubborn = std::strcmp(argv[2], "stubborn") == 0;
  if (pipe(in_place) < 0) return 2;
  if (fork() == 0) stay();
  if (fork() == 0) {
    if (fork() == 0) {
      setsid();
      stay();
    }
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
  char bytes[4];
  for (ssize_t have = 0; have < 4;) {
    const ssize_t size = read(in_place[0], bytes, sizeof bytes);
    if (size <= 0) return 2;
    have += size;
  }
  if (write(1, "ready\n", 6) != 6) return 2;
  if (std::strcmp(argv[1], "leave") == 0) return 7;
  stay();
}
