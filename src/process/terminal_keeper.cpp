#include "process/terminal_keeper.hpp"

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace cloche::process {
namespace {

/// A group in the background may set the terminal's group and modes only while SIGTTOU is blocked or ignored
/// (tcsetpgrp(3), tcsetattr(3)).
class TerminalOutputSignalBlocked {
 public:
  TerminalOutputSignalBlocked() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~TerminalOutputSignalBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  TerminalOutputSignalBlocked(const TerminalOutputSignalBlocked&) = delete;
  TerminalOutputSignalBlocked& operator=(const TerminalOutputSignalBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

TerminalKeeper::TerminalKeeper() : terminal_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  has_modes_ = terminal_ && ::tcgetattr(terminal_.get(), &own_modes_) == 0;
  job_modes_ = own_modes_;
}

bool TerminalKeeper::in_foreground() const noexcept {
  return terminal_ && ::tcgetpgrp(terminal_.get()) == ::getpgrp();
}

void TerminalKeeper::lend(pid_t group) noexcept {
  if (!terminal_ || group <= 0) return;
  const TerminalOutputSignalBlocked blocked;
  if (has_modes_) ::tcsetattr(terminal_.get(), TCSANOW, &job_modes_);
  lent_ = ::tcsetpgrp(terminal_.get(), group) == 0;
}

void TerminalKeeper::take_back() noexcept {
  if (!lent_) return;
  lent_ = false;
  const TerminalOutputSignalBlocked blocked;
  if (has_modes_) ::tcgetattr(terminal_.get(), &job_modes_);
  ::tcsetpgrp(terminal_.get(), ::getpgrp());
  // At once: draining could wait for ever on a terminal that is held by Ctrl-S.
  if (has_modes_) ::tcsetattr(terminal_.get(), TCSANOW, &own_modes_);
}

}  // namespace cloche::process
