#include "process/cancellation_watch.hpp"

namespace cloche::process {

void CancellationWatch::add_to(PollSet& poll_set) const {
  if (cancellation_ == nullptr) return;
  // A level that was passed on stays readable for ever: it is not waited for again.
  if (!requested_)
    poll_set.add(cancellation_->fd());
  else if (!hurried_)
    poll_set.add(cancellation_->hurry_fd());
}

void CancellationWatch::apply(Child& child, const StopPolicy& policy) {
  if (cancellation_ == nullptr) return;
  if (!requested_ && cancellation_->requested()) {
    requested_ = true;
    child.request_stop(passed_on(policy));
  }
  if (requested_ && !hurried_ && cancellation_->hurried()) {
    hurried_ = true;
    child.request_stop(passed_on(policy.hurried()));
  }
}

StopPolicy CancellationWatch::passed_on(StopPolicy policy) const {
  if (policy.pass_signal_on && cancellation_->signal() != 0) policy.signal = cancellation_->signal();
  return policy;
}

}  // namespace cloche::process
