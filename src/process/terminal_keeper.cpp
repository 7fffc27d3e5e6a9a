#include "process/terminal_keeper.hpp"

#include <cerrno>
#include <csignal>
#include <utility>

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

std::unique_ptr<TerminalKeeper> TerminalKeeper::of_controlling_terminal() {
  Fd terminal(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal) return nullptr;
  return std::unique_ptr<TerminalKeeper>(new TerminalKeeper(std::move(terminal)));
}

TerminalKeeper::TerminalKeeper(Fd terminal) : terminal_(std::move(terminal)) {
  has_modes_ = ::tcgetattr(terminal_.get(), &own_modes_) == 0;
  job_modes_ = own_modes_;
}

bool TerminalKeeper::in_foreground() const noexcept {
  return ::tcgetpgrp(terminal_.get()) == ::getpgrp();
}

bool TerminalKeeper::is_in_nobodys_foreground() const noexcept {
  const pid_t group = ::tcgetpgrp(terminal_.get());
  return group > 0 && ::kill(-group, 0) < 0 && errno == ESRCH;
}

void TerminalKeeper::lend(pid_t group) noexcept {
  if (group <= 0) return;
  const TerminalOutputSignalBlocked blocked;
  if (has_modes_) ::tcsetattr(terminal_.get(), TCSANOW, &job_modes_);
  lent_ = ::tcsetpgrp(terminal_.get(), group) == 0;
}

void TerminalKeeper::take_back() noexcept {
  lent_ = false;
  const TerminalOutputSignalBlocked blocked;
  if (has_modes_) ::tcgetattr(terminal_.get(), &job_modes_);
  ::tcsetpgrp(terminal_.get(), ::getpgrp());
  // At once: draining could wait for ever on a terminal that is held by Ctrl-S.
  if (has_modes_) ::tcsetattr(terminal_.get(), TCSANOW, &own_modes_);
}

void TerminalKeeper::restore() noexcept {
  if (lent_ || in_foreground() || is_in_nobodys_foreground()) take_back();
}

}  // namespace cloche::process
