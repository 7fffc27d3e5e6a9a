#pragma once

#include <cstdint>

#include <sys/resource.h>

// What the exporter and the guardian say to each other. Both come from one build, so records are plain
// structures; each is one packet on a SOCK_SEQPACKET socket, and a packet of another size is taken as the end
// of the conversation.
namespace cloche::guardian {

/// The guardian's descriptors have fixed numbers; 0, 1 and 2 are the command's streams until it has started.
constexpr int control_fd = 3;
constexpr int exporter_fd = 4;
constexpr int launch_fd = 5;
constexpr int first_passed_fd = 6;

/// Everything on the way to a running command that can fail, in order; then what tests hold a guardian
/// before.
enum class Step : std::int32_t {
  none,
  make_cgroup,
  create_process,
  deny_setgroups,
  map_group,
  map_user,
  isolate_mounts,
  mount_proc,
  arrange_descriptors,
  execute_guardian,
  read_launch,
  become_subreaper,
  watch_signals,
  check_exporter,
  create_command,
  join_cgroup,
  change_directory,
  restrict_signals,
  pass_descriptors,
  take_terminal,
  limit_resources,
  execute,
  report_start,
  end_tree,
};

/// What the processes that a guardian has reaped used (getrusage(2), RUSAGE_CHILDREN).
struct Use {
  std::int64_t user_us;
  std::int64_t system_us;
  std::int64_t peak_kib;
};
inline Use use_of(const rusage& usage) {
  const auto microseconds = [](const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
  };
  return {microseconds(usage.ru_utime), microseconds(usage.ru_stime), usage.ru_maxrss};
}

/// What the guardian tells the exporter.
struct Report {
  enum class Kind : std::uint32_t {
    started = 1,  // value: the command's pid in the guardian's namespace
    failed,       // value: errno, detail: Step
    stopped,      // value: the signal that stopped the main process; 0: it goes on
    exited,       // value: wait status of the main process, detail: StopReason
    ended,        // value: how many others were killed, detail: 1 if the grace passed and SIGKILL was needed,
                  // use: of the whole tree
  };
  Kind kind;
  std::int32_t value;
  std::int32_t detail;
  Use use;
};

/// Why the tree was being stopped when its main process ended.
enum class StopReason : std::int32_t { none, requested, deadline };

constexpr std::uint32_t max_stop_steps = 8;

/// How a tree is asked to stop: each signal in turn, with the time to obey it; then SIGKILL.
struct StopTerms {
  struct Step {
    std::int32_t signal;
    std::int32_t grace_ms;
  };
  std::uint32_t count;
  Step steps[max_stop_steps];
  /// Only the main process is asked; what it leaves is killed.
  std::uint32_t main_process_only;
  /// SIGCONT follows each signal.
  std::uint32_t continue_stopped;
};

/// What the exporter tells the guardian.
struct Request {
  enum class Kind : std::uint32_t {
    signal = 1,  // value: signal for the command's process group
    stop,        // terms: how; a repeat can only bring the end nearer
    finish,      // end what is left; the main process is over
  };
  Kind kind;
  std::int32_t value;
  StopTerms terms;
};

}  // namespace cloche::guardian
