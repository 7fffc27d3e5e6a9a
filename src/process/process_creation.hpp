#pragma once

#include <sys/types.h>

#include <cloche/process/fd.hpp>

#include "process/child_registry.hpp"

namespace cloche::process {

/// A process that was just made, or the errno (then pid is -1).
struct CreatedProcess {
  pid_t pid = -1;
  Fd pidfd;
  int error = 0;
};

enum class Memory {
  /// As vfork(2): the caller sleeps until the new process has executed a program or ended. Costs the same
  /// however large the caller is.
  shared,
  /// As fork(2).
  copied,
};

/// Makes a process that runs `entry(argument)` with all signals blocked and a descriptor table of its own,
/// and enters it. `namespaces` are CLONE_NEW… flags (clone(2)). Between the kernel's making it and the return
/// there is nothing that can fail.
CreatedProcess create_process(int (*entry)(void*), void* argument, int namespaces, Memory memory,
                              ChildRegistry::Entry& entry_of_child);

}  // namespace cloche::process
