#pragma once

#include <chrono>
#include <csignal>
#include <vector>

namespace cloche::process {

/// One more signal to ask with, and how long to wait for it to be obeyed.
struct StopStep {
  int signal = SIGTERM;
  std::chrono::milliseconds grace{5000};
  bool operator==(const StopStep&) const = default;
};

/// Who is asked to stop.
enum class StopAudience {
  /// Everybody of the tree.
  whole_tree,
  /// The main process alone, which may stop its helpers in its own order; what it leaves is killed. (As
  /// systemd's KillMode=mixed.)
  main_process,
};

/// How a tree is ended, as data: `signal` and `grace`, then each step of `escalation`, then SIGKILL to
/// whoever is left. A tree that is gone earlier ends the waiting earlier.
struct StopPolicy {
  int signal = SIGTERM;
  /// Zero kills at once.
  std::chrono::milliseconds grace{5000};
  /// What is left of all graces when there is a hurry.
  std::chrono::milliseconds hurried_grace{100};
  /// At most 7 more steps.
  std::vector<StopStep> escalation = {};
  StopAudience audience = StopAudience::whole_tree;
  /// Where a signal asked for the stop (Cancellation::signal()), the command is asked with that one instead
  /// of `signal`: what reaches its owner reaches the command.
  bool pass_signal_on = false;
  /// Each signal is followed by SIGCONT, so that stopped processes see it. Without it they stay stopped until
  /// they are killed.
  bool continue_stopped = true;

  /// The grace and those of the escalation together.
  std::chrono::milliseconds total_grace() const;
  /// What is left of it after Cancellation::hurry().
  StopPolicy hurried() const;
};

}  // namespace cloche::process
