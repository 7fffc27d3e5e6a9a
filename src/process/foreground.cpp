#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/child.hpp>

#include "process/cancellation_watch.hpp"
#include "process/child_state.hpp"
#include "process/keyboard.hpp"
#include "process/poll_set.hpp"

namespace cloche::process {

std::atomic<bool> keyboard_belongs_to_job{false};

namespace {

/// While it lives, what is typed is the job's: we neither stop nor end by it (as system(3) and shells do it).
/// Only default dispositions are touched.
class KeyboardLeftToJob {
 public:
  KeyboardLeftToJob() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      taken_[i] = ::sigaction(signals[i], nullptr, &before_[i]) == 0 &&
                  (before_[i].sa_flags & SA_SIGINFO) == 0 && before_[i].sa_handler == SIG_DFL;
      if (taken_[i]) std::signal(signals[i], SIG_IGN);
    }
    keyboard_belongs_to_job = true;
  }
  ~KeyboardLeftToJob() {
    keyboard_belongs_to_job = false;
    for (std::size_t i = 0; i < signals.size(); ++i)
      if (taken_[i]) ::sigaction(signals[i], &before_[i], nullptr);
  }
  KeyboardLeftToJob(const KeyboardLeftToJob&) = delete;
  KeyboardLeftToJob& operator=(const KeyboardLeftToJob&) = delete;

 private:
  static constexpr std::array<int, 4> signals = {SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};
  std::array<struct sigaction, signals.size()> before_{};
  std::array<bool, signals.size()> taken_{};
};

/// The state in /proc/PID/stat follows the name, which may have parentheses itself (proc(5)).
bool is_stopped(pid_t pid) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const Fd file(::open(path, O_RDONLY | O_CLOEXEC));
  char text[128] = {};
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return false;
  const std::string_view stat(text);
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string_view::npos && stat.substr(name_end).starts_with(") T");
}

/// Returns when somebody has continued us; at once in an orphaned process group, which has no shell above it
/// and can't be stopped from the keyboard.
void stop_ourselves(int signal) {
  struct sigaction before {};
  ::sigaction(signal, nullptr, &before);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  ::sigaction(signal, &before, nullptr);
}

/// The shell above sees us, not the job.
void stop_with(Child::State& job) {
  TerminalKeeper& keeper = *job.terminal_keeper;
  const int signal = std::exchange(job.stopped_by, 0);
  if (keeper.lends()) keeper.restore();
  // It may have been continued together with us.
  if (!is_stopped(job.pid())) return;
  const bool only_wants_terminal = signal == SIGTTIN || signal == SIGTTOU;
  if (!only_wants_terminal || !keeper.lends() || !keeper.in_foreground()) stop_ourselves(signal);
  // Who continues our process group has continued a job in it too; it may even have been stopped again since.
  if (!keeper.lends()) return;
  if (keeper.in_foreground()) keeper.lend(job.pid());
  job.send_signal(SIGCONT);
}

}  // namespace

Outcome Child::wait_in_foreground(const Cancellation* cancellation) {
  if (!state_->terminal_keeper) return wait(cancellation);
  const KeyboardLeftToJob keyboard;
  CancellationWatch watch(cancellation);
  for (;;) {
    if (const std::optional<Outcome> outcome = update()) return *outcome;
    watch.apply(*this, state_->stop_policy);
    if (state_->stopped_by != 0) {
      stop_with(*state_);
      continue;
    }
    PollSet poll_set;
    poll_set.add(event_fd());
    watch.add_to(poll_set);
    poll_set.wait_until(earlier(TimePoint::max(), next_update()));
  }
}

}  // namespace cloche::process
