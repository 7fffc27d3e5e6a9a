#include "process/process_creation.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <memory>

#include <sched.h>

#include "process/seam.hpp"

#ifdef __SANITIZE_THREAD__
extern "C" int __clone(int (*)(void*), void*, int, void*, ...);
extern "C" void __tsan_ignore_thread_begin();
extern "C" void __tsan_ignore_thread_end();
#endif

namespace cloche::process {
namespace {

constexpr std::size_t stack_size = std::size_t{64} * 1024;

/// clone(2), which gives -errno here on failure. Not clone3: container filters answer it with ENOSYS. The
/// pidfd is close-on-exec.
pid_t clone_process(int (*entry)(void*), void* stack_end, int flags, void* argument, int* pidfd) {
#ifdef __SANITIZE_THREAD__
  // The thread sanitizer takes clone for a fork and would run its fork handlers on memory that is shared (the
  // C library has the same function under a second name), and it can't know that the new process has a
  // descriptor table of its own.
  __tsan_ignore_thread_begin();
  const pid_t pid = __clone(entry, stack_end, flags, argument, pidfd);
  const pid_t result = pid < 0 ? -errno : pid;
  __tsan_ignore_thread_end();
  return result;
#else
  const pid_t pid = ::clone(entry, stack_end, flags, argument, pidfd);
  return pid < 0 ? -errno : pid;
#endif
}

/// Blocks every signal in the calling thread. A handler must not run on memory that is shared with the new
/// process, and the new process must not be reachable by a signal before it has its own place.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

CreatedProcess create_process(int (*entry)(void*), void* argument, int namespaces, Memory memory,
                              ChildRegistry::Entry& entry_of_child) {
  // Not make_unique, which would clear what nobody reads. The stack grows down from its aligned end.
  const std::unique_ptr<std::max_align_t[]> stack(
      new std::max_align_t[stack_size / sizeof(std::max_align_t)]);
  void* const stack_end = stack.get() + stack_size / sizeof(std::max_align_t);
  const int sharing = memory == Memory::shared ? CLONE_VM | CLONE_VFORK : 0;

  const std::lock_guard lock(ChildRegistry::mutex());
  const AllSignalsBlocked blocked;
  int pidfd = -1;
  const pid_t pid =
      clone_process(entry, stack_end, sharing | namespaces | CLONE_PIDFD | SIGCHLD, argument, &pidfd);
  if (pid < 0) return {-1, Fd(), -pid};
  entry_of_child.enter(pid);
  seam(Seam::process_created);
  return {pid, Fd(pidfd), 0};
}

}  // namespace cloche::process
