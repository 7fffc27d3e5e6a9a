#pragma once

#include <memory>

#include <sys/types.h>
#include <termios.h>

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// The caller's controlling terminal while a job uses it: who is in its foreground, and in which modes it is
/// (tcsetpgrp(3), termios(3)). A job in a process group of its own is lent the terminal; one in the caller's
/// group has it anyway. The destructor restores it.
class TerminalKeeper {
 public:
  /// Remembers the modes. Null: the caller has no controlling terminal.
  static std::unique_ptr<TerminalKeeper> of_controlling_terminal();
  ~TerminalKeeper() { restore(); }
  TerminalKeeper(const TerminalKeeper&) = delete;
  TerminalKeeper& operator=(const TerminalKeeper&) = delete;

  /// Whether the calling program is in the terminal's foreground.
  bool in_foreground() const noexcept;
  /// The job leads a group of its own, which takes the terminal itself at its start if `at_start`.
  void must_lend(bool at_start) noexcept {
    lends_ = true;
    lent_ = at_start;
  }
  bool lends() const noexcept { return lends_; }
  /// Gives it to the process group `group`, in the modes in which it was taken back.
  void lend(pid_t group) noexcept;
  /// Keeps the job's modes, and makes everything as it was at first.
  void take_back() noexcept;
  /// The job is over: makes everything as it was at first, unless somebody else has the terminal now.
  void restore() noexcept;

 private:
  explicit TerminalKeeper(Fd terminal);
  /// A shell within the job may have left it to a group of its own.
  bool is_in_nobodys_foreground() const noexcept;

  Fd terminal_;
  bool lends_ = false;
  bool lent_ = false;
  bool has_modes_ = false;
  termios own_modes_{};
  termios job_modes_{};
};

}  // namespace cloche::process
