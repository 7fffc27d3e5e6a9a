#pragma once

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <linux/time_types.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/types.h>

// System calls without a C library: each gives its result, or the errno as a negative number. The guardian
// has no library at all because starting one costs more than all that the guardian does (two thirds of a
// static program's start), and because its code also runs on memory that it shares with the thread that made
// it, where errno belongs to that thread.
namespace cloche::guardian::sys {

#if defined(__x86_64__)

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

/// clone(2) for a new process that runs `entry(argument)` on the stack that ends, aligned to 16, at
/// `stack_end`. `entry` does not return.
inline long clone(long flags, void* stack_end, int (*entry)(void*), void* argument) {
  register long r10 asm("r10") = 0;
  register long r8 asm("r8") = 0;
  long result;
  asm volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "mov %[argument], %%rdi\n\t"
      "call *%[entry]\n\t"
      "ud2\n"
      "1:"
      : "=a"(result)
      : "a"(SYS_clone), "D"(flags), "S"(stack_end), "d"(0), "r"(r10),
        "r"(r8), [entry] "r"(entry), [argument] "r"(argument)
      : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

/// clone(2) for a new process that runs `entry(argument)` on the stack that ends, aligned to 16, at
/// `stack_end`. `entry` does not return.
inline long clone(long flags, void* stack_end, int (*entry)(void*), void* argument) {
  register long x8 asm("x8") = SYS_clone;
  register long x0 asm("x0") = flags;
  register long x1 asm("x1") = reinterpret_cast<long>(stack_end);
  register long x2 asm("x2") = 0;
  register long x3 asm("x3") = 0;
  register long x4 asm("x4") = 0;
  register long x9 asm("x9") = reinterpret_cast<long>(entry);
  register long x10 asm("x10") = reinterpret_cast<long>(argument);
  asm volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x0, x10\n\t"
      "blr x9\n\t"
      "brk #0\n"
      "1:"
      : "+r"(x0)
      : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x9), "r"(x10)
      : "memory");
  return x0;
}

#else
#error "write the system call instruction of this architecture here"
#endif

inline long address(const volatile void* pointer) {
  return reinterpret_cast<long>(pointer);
}

[[noreturn]] inline void exit(int code) {
  for (;;) call(SYS_exit_group, code);
}

inline long open(const char* path, int flags) {
  return call(SYS_openat, AT_FDCWD, address(path), flags);
}
inline long read(int fd, void* buffer, std::size_t size) {
  return call(SYS_read, fd, address(buffer), static_cast<long>(size));
}
inline long write(int fd, const void* bytes, std::size_t size) {
  return call(SYS_write, fd, address(bytes), static_cast<long>(size));
}
inline long close(int fd) {
  return call(SYS_close, fd);
}
inline long close_range(unsigned first, unsigned last) {
  return call(SYS_close_range, first, last, 0);
}
inline long fcntl(int fd, int command, long argument) {
  return call(SYS_fcntl, fd, command, argument);
}
inline long dup_onto(int fd, int target) {
  return call(SYS_dup3, fd, target, 0);
}
inline long send(int fd, const void* record, std::size_t size, int flags) {
  return call(SYS_sendto, fd, address(record), static_cast<long>(size), flags);
}
inline long receive(int fd, void* record, std::size_t size, int flags) {
  return call(SYS_recvfrom, fd, address(record), static_cast<long>(size), flags);
}
/// `timeout_ms` < 0: no limit.
inline long poll(pollfd* entries, unsigned count, std::int64_t timeout_ms) {
  __kernel_timespec timeout{timeout_ms / 1000, timeout_ms % 1000 * 1'000'000};
  return call(SYS_ppoll, address(entries), count, timeout_ms < 0 ? 0 : address(&timeout), 0,
              sizeof(std::uint64_t));
}

inline long kill(pid_t pid, int signal) {
  return call(SYS_kill, pid, signal);
}
/// Waits for any child, clone children too.
inline long wait_any(int* status, int options) {
  for (;;)
    if (const long pid = call(SYS_wait4, -1, address(status), options, 0); pid != -EINTR) return pid;
}
inline long prctl(int option, long argument) {
  return call(SYS_prctl, option, argument);
}

/// A set of signals as the kernel has it: bit N-1 for signal N.
using SignalSet = std::uint64_t;
constexpr SignalSet set_of(int signal) {
  return SignalSet{1} << (signal - 1);
}

inline long set_signal_mask(SignalSet blocked) {
  return call(SYS_rt_sigprocmask, SIG_SETMASK, address(&blocked), 0, sizeof blocked);
}

/// The kernel's own structure (rt_sigaction(2)), of which only the handler matters here.
struct SignalAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  SignalSet mask;
};
inline long signal_action(int signal, const SignalAction* action, SignalAction* before) {
  return call(SYS_rt_sigaction, signal, address(action), address(before), sizeof(SignalSet));
}

inline std::int64_t monotonic_ms() {
  __kernel_timespec now{};
  call(SYS_clock_gettime, 1 /* CLOCK_MONOTONIC */, address(&now));
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace cloche::guardian::sys
