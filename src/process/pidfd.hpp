#pragma once

#include <csignal>

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace cloche::process {

// By system call: the header of glibc 2.36, which has these two, can't be used from C++.

/// pidfd_open(2); close-on-exec. -1 with errno set on failure.
inline int open_pidfd(pid_t pid) noexcept {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

/// pidfd_send_signal(2): can't reach a stranger who got the number.
inline int send_signal_to(int pidfd, int signal) noexcept {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

}  // namespace cloche::process
