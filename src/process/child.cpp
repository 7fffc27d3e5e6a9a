#include <utility>

#include <cloche/process/child.hpp>

#include "process/cancellation_watch.hpp"
#include "process/child_state.hpp"
#include "process/ownership_memory.hpp"
#include "process/poll_set.hpp"
#include "process/seam.hpp"

namespace cloche::process {
namespace {

std::unique_ptr<Child::State> start_in(Tier tier, const StartRequest& request, bool demanded) {
  switch (tier) {
    case Tier::pid_namespace:
      // Demanded without the right to make one, it takes a user namespace around it; the default never does.
      return start_in_namespace(request, demanded && Ownership::default_tier() != Tier::pid_namespace);
    case Tier::subreaper:
      return start_under_subreaper(request);
    case Tier::process_group:
      break;
  }
  return start_in_process_group(request);
}

/// A default tier that turns out to be refused (a container that has the capability but a filter on
/// namespaces) is given up for the next one, once and for all. A demanded one is not.
std::unique_ptr<Child::State> start(const StartRequest& request) {
  if (request.command.tier) return start_in(*request.command.tier, request, true);
  for (;;) {
    const Tier tier = Ownership::default_tier();
    std::unique_ptr<Child::State> state = start_in(tier, request, false);
    if (tier == Tier::process_group || !state->was_refused()) return state;
    remember_refusal(tier);
  }
}

}  // namespace

Child::Child(const Command& command, std::optional<Clock::time_point> deadline, const StopPolicy& stop)
    : state_(start({command, deadline, stop})) {
  seam(Seam::streams_ready);
}

Child::Child(Child&&) noexcept = default;

Child& Child::operator=(Child&& other) noexcept {
  Child before(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}

Child::~Child() {
  if (!state_ || !state_->on_exit) return;
  // Somebody wants to know how it ends.
  try {
    stop({SIGKILL, std::chrono::milliseconds(0)});
  } catch (const std::exception&) {
    state_->on_exit(Lost{"its end could not be waited for"});
  }
}

Fd Child::take_standard_input() noexcept {
  return std::move(state_->streams[0]);
}
Fd Child::take_standard_output() noexcept {
  return std::move(state_->streams[1]);
}
Fd Child::take_standard_error() noexcept {
  return std::move(state_->streams[2]);
}

Fd Child::take_terminal() noexcept {
  return std::move(state_->terminal);
}

pid_t Child::pid() const noexcept {
  return state_->pid();
}
Tier Child::tier() const noexcept {
  return state_->tier();
}
int Child::event_fd() const noexcept {
  return state_->event_fd();
}
std::optional<Child::Clock::time_point> Child::next_update() const noexcept {
  return state_->next_update();
}
bool Child::main_process_ended() const noexcept {
  return state_->main_process_ended();
}
int Child::stragglers() const noexcept {
  return state_->stragglers();
}
bool Child::has_cgroup() const noexcept {
  return state_->containment.cgroup != nullptr;
}
LimitsInForce Child::limits_in_force() const noexcept {
  return state_->containment.in_force;
}
const ResourceUse& Child::resource_use() const noexcept {
  return state_->resource_use;
}
OutOfMemory Child::out_of_memory() const noexcept {
  return state_->out_of_memory;
}
int Child::stopped_by() const noexcept {
  return state_->stopped_by;
}
void Child::on_exit(std::function<void(const Outcome&)> action) {
  state_->on_exit = std::move(action);
}
void Child::send_signal(int signal) {
  state_->send_signal(signal);
}
void Child::request_stop(const StopPolicy& policy) {
  state_->request_stop(policy);
}
void Child::finish() {
  state_->finish();
}

std::optional<Outcome> Child::update() {
  std::optional<Outcome> outcome = state_->update();
  if (!outcome) return outcome;
  seam(Seam::outcome_known);
  if (const auto action = std::exchange(state_->on_exit, nullptr)) action(*outcome);
  return outcome;
}

std::optional<Outcome> Child::wait_for_start() {
  for (;;) {
    if (std::optional<Outcome> outcome = update()) return outcome;
    if (state_->has_started()) return std::nullopt;
    PollSet poll_set;
    poll_set.add(event_fd());
    poll_set.wait_until(earlier(TimePoint::max(), next_update()));
  }
}

Outcome Child::wait(const Cancellation* cancellation) {
  return *wait_until(Clock::time_point::max(), cancellation);
}

std::optional<Outcome> Child::wait_until(Clock::time_point when, const Cancellation* cancellation) {
  CancellationWatch watch(cancellation);
  for (;;) {
    if (std::optional<Outcome> outcome = update()) return outcome;
    if (Clock::now() >= when) return std::nullopt;
    watch.apply(*this, state_->stop_policy);
    PollSet poll_set;
    poll_set.add(event_fd());
    watch.add_to(poll_set);
    poll_set.wait_until(earlier(when, next_update()));
  }
}

Outcome Child::stop(const StopPolicy& policy) {
  request_stop(policy);
  return wait();
}

}  // namespace cloche::process
