#include "process/child_state.hpp"

#include <csignal>

namespace cloche::process {
namespace {

constexpr std::chrono::seconds sweep_bound{10};

}  // namespace

Child::State::State(const StartRequest& request)
    : stop_policy(request.stop),
      containment(contain(request.command)),
      out_of_memory_kills_before_(out_of_memory_kills()) {
  if (request.command.foreground_job) terminal_keeper = TerminalKeeper::of_controlling_terminal();
}

guardian::Terminal Child::State::terminal_relation(const Streams& opened,
                                                   guardian::Terminal of_job) const noexcept {
  if (opened.terminal_stream >= 0) return guardian::Terminal::own;
  if (!terminal_keeper) return guardian::Terminal::none;
  const bool needs_foreground = of_job == guardian::Terminal::foreground_group;
  return needs_foreground && !terminal_keeper->in_foreground() ? guardian::Terminal::none : of_job;
}

void Child::State::account(const guardian::Use& use, const Outcome& outcome) {
  using std::chrono::microseconds;
  if (terminal_keeper) terminal_keeper->restore();
  stopped_by = 0;  // one that was continued and ended at once may not have said so
  resource_use.wall_time = std::chrono::duration_cast<microseconds>(Clock::now() - started_);
  resource_use.user_time = microseconds(use.user_us);
  resource_use.system_time = microseconds(use.system_us);
  resource_use.peak_memory_bytes = static_cast<std::uint64_t>(use.peak_kib) * 1024;
  if (const Cgroup* cgroup = containment.cgroup.get()) {
    if (const auto peak = cgroup->peak_memory_bytes()) {
      resource_use.peak_memory_bytes = *peak;
      resource_use.peak_memory_scope = LimitScope::tree;
    }
    if (const auto user = cgroup->number("cpu.stat", "user_usec"); user && *user > 0) {
      resource_use.user_time = microseconds(*user);
      resource_use.system_time = microseconds(cgroup->number("cpu.stat", "system_usec").value_or(0));
    }
    if (cgroup->number("memory.events", "oom_kill").value_or(0) > 0) out_of_memory = OutOfMemory::yes;
  }
  const auto* signaled = std::get_if<Signaled>(&outcome);
  if (out_of_memory == OutOfMemory::no && signaled != nullptr && signaled->signal == SIGKILL &&
      out_of_memory_kills() > out_of_memory_kills_before_)
    out_of_memory = OutOfMemory::possibly;
}

void Child::State::sweep_cgroup() const {
  if (!containment.cgroup) return;
  containment.cgroup->kill();
  containment.cgroup->wait_until_empty(Clock::now() + sweep_bound);
}

}  // namespace cloche::process
