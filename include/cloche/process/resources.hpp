#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cloche::process {

/// What a command may use at most; empty: no limit but those that the caller has itself. A limit that can't
/// be had at all fails the start (FailedToStart, step "limit resources"), never is left out.
struct ResourceLimits {
  /// Of memory. Of the whole tree where a cgroup with the memory controller can be had, else of the address
  /// space of each process (RLIMIT_AS, setrlimit(2)): Child::limits_in_force() says which.
  std::optional<std::uint64_t> memory_bytes;
  /// Of the whole tree where a cgroup with the pids controller can be had, else of the user that the command
  /// runs as (RLIMIT_NPROC, which does not bind root: then it is an error).
  std::optional<std::uint64_t> processes;
  /// Of each process (RLIMIT_CPU): it gets SIGXCPU, and SIGKILL a second later.
  std::optional<std::chrono::seconds> cpu_time;
  /// One more than the highest descriptor of each process (RLIMIT_NOFILE).
  std::optional<std::uint64_t> open_files;
  /// Of each file that is written (RLIMIT_FSIZE): the writer gets SIGXFSZ.
  std::optional<std::uint64_t> file_size_bytes;
  /// Of each core file (RLIMIT_CORE).
  std::optional<std::uint64_t> core_size_bytes;
};

/// Whom a limit binds.
enum class LimitScope { none, tree, process, user };
std::string_view name_of(LimitScope scope) noexcept;

struct LimitsInForce {
  LimitScope memory = LimitScope::none;
  LimitScope processes = LimitScope::none;
};

enum class OutOfMemory {
  no,
  /// The command was killed with SIGKILL, not by us, and meanwhile the kernel killed somebody on this machine
  /// for memory (/proc/vmstat, proc(5)).
  possibly,
  /// The command's own cgroup says so.
  yes,
};

/// What a tree has used, known with the outcome. Processes whose parent ignores SIGCHLD are not counted
/// (getrusage(2)), unless there is a cgroup.
struct ResourceUse {
  /// From before the start to after the last process was reaped.
  std::chrono::microseconds wall_time{0};
  std::chrono::microseconds user_time{0};
  std::chrono::microseconds system_time{0};
  /// The peak of the whole tree where there is a cgroup with the memory controller, else the largest resident
  /// size of any one process. In the process-group tier that counts what the caller had when the command was
  /// started, as the kernel does (it keeps the peak across execve(2)).
  std::uint64_t peak_memory_bytes = 0;
  LimitScope peak_memory_scope = LimitScope::process;
};

}  // namespace cloche::process
