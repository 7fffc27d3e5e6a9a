#include <csignal>

#include <unistd.h>

#include <cloche/process/child.hpp>

#include "process/cancellation_watch.hpp"
#include "process/child_state.hpp"
#include "process/poll_set.hpp"

namespace cloche::process {
namespace {

/// A job that only wants the terminal (SIGTTIN, SIGTTOU) gets it if we have it; else we stop as the job has
/// stopped. kill(2) returns when somebody has continued us, or at once where a stop has no effect: in a group
/// without a shell above it.
void follow(Child::State& job) {
  TerminalKeeper& keeper = *job.terminal_keeper;
  const int signal = std::exchange(job.stopped_by, 0);
  keeper.take_back();
  const bool wants_terminal = signal == SIGTTIN || signal == SIGTTOU;
  if (!wants_terminal || !keeper.in_foreground()) ::kill(0, signal);
  if (keeper.in_foreground()) keeper.lend(job.pid());
  job.send_signal(SIGCONT);
}

}  // namespace

Outcome Child::wait_in_foreground(const Cancellation* cancellation) {
  CancellationWatch watch(cancellation);
  for (;;) {
    if (const std::optional<Outcome> outcome = update()) return *outcome;
    watch.apply(*this, state_->stop_policy);
    if (state_->stopped_by != 0 && state_->terminal_keeper) {
      follow(*state_);
      continue;
    }
    PollSet poll_set;
    poll_set.add(event_fd());
    watch.add_to(poll_set);
    poll_set.wait_until(earlier(TimePoint::max(), next_update()));
  }
}

}  // namespace cloche::process
