#pragma once

#include <chrono>
#include <csignal>

namespace cloche::process {

/// How a tree is ended: `signal` (and SIGCONT, so that stopped members see it) to everybody, `grace` to obey,
/// then SIGKILL.
struct StopPolicy {
  int signal = SIGTERM;
  /// Zero kills at once.
  std::chrono::milliseconds grace{5000};
  /// What is left of the grace after Cancellation::hurry().
  std::chrono::milliseconds hurried_grace{100};
};

}  // namespace cloche::process
