// tree COUNT obedient|stubborn sessions|group: a tree of COUNT processes. With "sessions" every tenth leads a
// session of its own and is the parent of the next nine; with "group" all are children in one process group.
// The stubborn ignore SIGTERM. Prints "ready" when all are there; each holds stdout until it ends.

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace {

int in_place[2];

[[noreturn]] void stay() {
  if (write(in_place[1], "x", 1) != 1) _exit(2);
  for (;;) pause();
}

void branch(int count) {
  if (fork() != 0) return;
  setsid();
  for (int i = 1; i < count; ++i)
    if (fork() == 0) stay();
  stay();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 || pipe(in_place) != 0) return 2;
  const int others = std::atoi(argv[1]) - 1;
  if (std::strcmp(argv[2], "stubborn") == 0) std::signal(SIGTERM, SIG_IGN);
  const int branch_size = std::strcmp(argv[3], "sessions") == 0 ? 10 : 1;
  for (int left = others; left > 0; left -= branch_size) {
    const int count = left < branch_size ? left : branch_size;
    if (branch_size > 1)
      branch(count);
    else if (fork() == 0)
      stay();
  }
  for (int i = 0; i < others; ++i) {
    char byte;
    if (read(in_place[0], &byte, 1) != 1) return 2;
  }
  if (write(1, "ready\n", 6) != 6) return 2;
  for (;;) pause();
}
