#include "process/process_creation.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <memory>

#include <sched.h>

#include "process/seam.hpp"

namespace cloche::process {
namespace {

constexpr std::size_t stack_size = std::size_t{64} * 1024;

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
  // clone, not clone3: container filters answer clone3 with ENOSYS. The pidfd is close-on-exec (clone(2)).
  const pid_t pid = ::clone(entry, stack_end, sharing | namespaces | CLONE_PIDFD | SIGCHLD, argument, &pidfd);
  if (pid < 0) return {-1, Fd(), errno};
  entry_of_child.enter(pid);
  seam(Seam::process_created);
  return {pid, Fd(pidfd), 0};
}

}  // namespace cloche::process
