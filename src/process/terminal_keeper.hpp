#pragma once

#include <sys/types.h>
#include <termios.h>

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// The caller's controlling terminal while a job of its own may have it: who has it, and in which modes
/// (tcsetpgrp(3), termios(3)). Its destructor takes it back if it is lent.
class TerminalKeeper {
 public:
  /// Remembers the modes. Without a controlling terminal all of it does nothing.
  TerminalKeeper();
  ~TerminalKeeper() { take_back(); }
  TerminalKeeper(const TerminalKeeper&) = delete;
  TerminalKeeper& operator=(const TerminalKeeper&) = delete;

  /// Whether the calling program is in the terminal's foreground.
  bool in_foreground() const noexcept;
  /// The job takes the terminal itself, at its start.
  void lent_at_start() noexcept { lent_ = true; }
  /// Gives it to the process group `group`, in the modes in which it was taken back.
  void lend(pid_t group) noexcept;
  /// Keeps the job's modes, and makes everything as it was at first.
  void take_back() noexcept;

 private:
  Fd terminal_;
  bool lent_ = false;
  bool has_modes_ = false;
  termios own_modes_{};
  termios job_modes_{};
};

}  // namespace cloche::process
