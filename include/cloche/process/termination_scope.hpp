#pragma once

#include <cloche/process/cancellation.hpp>

namespace cloche::process {

/// While it lives, SIGINT, SIGTERM and SIGHUP cancel instead of killing.
///
/// The first signal is kept: it decides how the program ends. A repeated one only hurries the clean-up. A
/// signal is taken only where its disposition is the default one, so that nohup's ignored SIGHUP stays
/// ignored and an embedding program's own handlers stay. At most one scope at a time: a second one throws
/// std::logic_error. Handlers do one write(2) each and leave errno alone.
class TerminationScope {
 public:
  TerminationScope();
  /// Restores the dispositions. A signal that arrives until then has been kept; what it asked for can't
  /// cancel what runs later.
  ~TerminationScope();
  TerminationScope(const TerminationScope&) = delete;
  TerminationScope& operator=(const TerminationScope&) = delete;

  const Cancellation& cancellation() const noexcept { return cancellation_; }
  /// The first signal taken so far, or 0.
  int signal() const noexcept;
  /// Restores the dispositions early, collects what is pending, and gives the first signal taken, or 0. May
  /// be called once or more.
  int close() noexcept;

 private:
  Cancellation cancellation_;
  bool open_ = true;
};

/// Ends the calling program as a victim of `signal` should: after SIGINT by SIGINT itself, so that shells
/// stop their loops too; after another signal with exit code 128+N. Flushes nothing.
[[noreturn]] void end_by_signal(int signal) noexcept;

}  // namespace cloche::process
