// Which errors each system call may plausibly meet on a machine that is out of something, forbids something,
// or is older. Calls that are not named can't fail for such a reason.

#pragma once

#include <cerrno>
#include <initializer_list>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>

struct SystemCall {
  const char* name;
  long number;
  std::vector<int> errors;
  /// The call does its work all the same, as close(2) does.
  bool works = false;
};

inline constexpr long landlock_create_ruleset = 444, landlock_restrict_self = 446;

inline const std::vector<SystemCall>& system_calls() {
  static const std::vector<SystemCall> calls = {
      {"chdir", SYS_chdir, {EACCES, ENOMEM}},
      {"clone", SYS_clone, {EAGAIN, ENOMEM, ENOSPC, EPERM, ENOSYS, EUSERS}},
      {"clone3", SYS_clone3, {EAGAIN, ENOMEM, ENOSYS}},
      {"close", SYS_close, {EINTR, EIO}, true},
      {"close_range", SYS_close_range, {EMFILE, ENOMEM, EPERM, ENOSYS}},
      {"dup3", SYS_dup3, {EMFILE, EINTR, EBUSY}},
      {"eventfd2", SYS_eventfd2, {EMFILE, ENFILE, ENOMEM}},
      {"execve", SYS_execve, {ENOMEM, EAGAIN, EACCES, EPERM, EMFILE, ENFILE}},
      {"execveat", SYS_execveat, {ENOMEM, EAGAIN, EACCES, EPERM, EMFILE, ENFILE, ENOSYS}},
      {"fcntl", SYS_fcntl, {EMFILE}},
      {"fstat", SYS_fstat, {ENOMEM}},
      {"getdents64", SYS_getdents64, {ENOMEM}},
      {"getrusage", SYS_getrusage, {EPERM}},
      {"ioctl", SYS_ioctl, {EPERM, EIO, ENOTTY}},
      {"kill", SYS_kill, {EPERM}},
      {"landlock_create_ruleset", landlock_create_ruleset, {EMFILE, ENOMEM, ENOSYS, EOPNOTSUPP}},
      {"landlock_restrict_self", landlock_restrict_self, {EPERM, ENOMEM, E2BIG}},
      {"lseek", SYS_lseek, {EIO}},
      {"memfd_create", SYS_memfd_create, {EMFILE, ENFILE, ENOMEM, EACCES, EPERM, EINVAL, ENOSYS}},
      {"mkdirat", SYS_mkdirat, {EACCES, ENOSPC, EROFS}},
      {"mmap", SYS_mmap, {ENOMEM, EAGAIN}},
      {"mount", SYS_mount, {EPERM, ENOMEM, EACCES}},
      {"openat", SYS_openat, {EMFILE, ENFILE, ENOMEM, EACCES, EINTR}},
      {"pidfd_open", SYS_pidfd_open, {EMFILE, ENFILE, ENOMEM, EPERM, ENOSYS}},
      {"pidfd_send_signal", SYS_pidfd_send_signal, {EPERM, ENOSYS}},
      {"pipe2", SYS_pipe2, {EMFILE, ENFILE, ENOMEM}},
      {"poll", SYS_poll, {EINTR, ENOMEM}},
      {"ppoll", SYS_ppoll, {EINTR, ENOMEM}},
      {"prctl", SYS_prctl, {EPERM, EINVAL}},
      {"prlimit64", SYS_prlimit64, {EPERM, ENOSYS}},
      {"read", SYS_read, {EINTR, ENOMEM, EAGAIN}},
      {"readlink", SYS_readlink, {ENOMEM, EACCES}},
      {"recvfrom", SYS_recvfrom, {EINTR, EAGAIN, ENOMEM}},
      {"sendfile", SYS_sendfile, {EINTR, EAGAIN, ENOMEM, ENOSPC}},
      {"sendto", SYS_sendto, {EAGAIN, ENOBUFS, ENOMEM, EINTR}},
      {"setpgid", SYS_setpgid, {EPERM, EACCES}},
      {"setsid", SYS_setsid, {EPERM}},
      {"signalfd4", SYS_signalfd4, {EMFILE, ENFILE, ENOMEM, ENOSYS}},
      {"socketpair", SYS_socketpair, {EMFILE, ENFILE, ENOMEM}},
      {"wait4", SYS_wait4, {EINTR}},
      {"waitid", SYS_waitid, {EINTR, ENOSYS}},
      {"write", SYS_write, {EINTR, EAGAIN, ENOSPC, ENOMEM}},
  };
  return calls;
}

/// Null for a call that can't plausibly fail.
inline const SystemCall* plausible(long number, long second_argument) {
  // Of fcntl's commands only those that make a descriptor.
  if (number == SYS_fcntl && second_argument != F_DUPFD_CLOEXEC && second_argument != F_DUPFD) return nullptr;
  for (const SystemCall& call : system_calls())
    if (call.number == number) return &call;
  return nullptr;
}

inline bool asks_for_namespaces(long number, long first_argument) {
  constexpr long namespaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUSER;
  return number == SYS_clone && (first_argument & namespaces) != 0;
}
