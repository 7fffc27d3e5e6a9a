#pragma once

#include <cstdint>

// What the exporter and the guardian say to each other. Both come from one build, so records are plain
// structures; each is one packet on a SOCK_SEQPACKET socket, and a packet of another size is taken as the end
// of the conversation.
namespace cloche::guardian {

/// The guardian's descriptors have fixed numbers; 0, 1 and 2 are the command's streams until it has started.
constexpr int control_fd = 3;
constexpr int exporter_fd = 4;
constexpr int launch_fd = 5;
constexpr int first_passed_fd = 6;

/// Everything on the way to a running command that can fail, in order; then what tests hold a guardian before.
enum class Step : std::int32_t {
  none,
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
  change_directory,
  restrict_signals,
  pass_descriptors,
  execute,
  report_start,
  end_tree,
};

/// What the guardian tells the exporter.
struct Report {
  enum class Kind : std::uint32_t {
    started = 1,  // value: the command's pid in the guardian's namespace
    failed,       // value: errno, detail: Step
    exited,       // value: wait status of the main process, detail: StopReason
    ended,        // value: how many others were killed, detail: 1 if the grace passed and SIGKILL was needed
  };
  Kind kind;
  std::int32_t value;
  std::int32_t detail;
};

/// Why the tree was being stopped when its main process ended.
enum class StopReason : std::int32_t { none, requested, deadline };

/// What the exporter tells the guardian.
struct Request {
  enum class Kind : std::uint32_t {
    signal = 1,  // value: signal for the command's process group
    stop,    // value: signal to ask with, grace_ms: how long until SIGKILL; a repeat can only bring the end
             // nearer
    finish,  // end what is left; the main process is over
  };
  Kind kind;
  std::int32_t value;
  std::int32_t grace_ms;
};

}  // namespace cloche::guardian
