// Prints what a command finds at its start, one fact a line: blocked and ignored signals, descriptors, its
// place among groups and sessions.

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  for (int signal = 1; signal <= 64; ++signal) {
    struct sigaction action {};
    if (sigismember(&blocked, signal) == 1) std::printf("blocked %d\n", signal);
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      std::printf("ignored %d\n", signal);
  }
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    const int fd = std::atoi(entry->d_name);
    if (entry->d_name[0] != '.' && fd != dirfd(folder)) std::printf("fd %d\n", fd);
  }
  closedir(folder);
  const int terminal = open("/dev/tty", O_RDWR);
  std::printf("%s\n", terminal < 0 ? "no terminal" : "terminal");
  std::printf("%s\n", getpgrp() == getpid() ? "leads its group" : "in another's group");
  char byte;
  std::printf("%s\n", read(0, &byte, 1) == 0 ? "stdin at its end" : "stdin open");
}
