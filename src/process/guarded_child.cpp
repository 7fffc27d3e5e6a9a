#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/error.hpp>

#include "process/child_state.hpp"
#include "process/guardian_process.hpp"
#include "process/orphan_sweep.hpp"
#include "process/ownership_memory.hpp"
#include "process/poll_set.hpp"
#include "process/seam.hpp"
#include "process/step_names.hpp"
#include "process/stop_terms.hpp"

namespace cloche::process {
namespace {

using guardian::Hold;
using guardian::Report;
using guardian::Request;
using guardian::Step;
using guardian::StopReason;
using std::chrono::milliseconds;

/// How much longer than a grace the guardian may take to end its tree before it counts as stopped by somebody
/// outside.
constexpr milliseconds answer_bound{2000};
/// How long a tree may take to vanish after its guardian has ended: only uninterruptible sleep in the kernel
/// takes time then.
constexpr milliseconds vanish_bound{10000};

LaunchTerms launch_terms(const StartRequest& request, Hold hold) {
  LaunchTerms terms;
  terms.hold = hold;
  terms.deadline_stop = terms_of(request.stop);
  if (request.deadline) {
    // steady_clock is CLOCK_MONOTONIC, which the guardian reads too.
    const auto since_boot = std::chrono::ceil<milliseconds>(request.deadline->time_since_epoch());
    terms.deadline_ms = std::max<std::int64_t>(since_boot.count(), 1);
  }
#ifdef CLOCHE_SEAMS
  std::tie(terms.seam_step, terms.seam_fd) = guardian_seam(request.command);
#endif
  return terms;
}

class GuardedChild final : public Child::State {
 public:
  GuardedChild(const StartRequest& request, Hold hold, bool user_namespace) : State(request), hold_(hold) {
    failed_step_ = containment.failed_step;
    error_ = containment.error;
    if (failed_step_ == Step::none) start(request, user_namespace);
    if (request.deadline) expect_end_by(later(*request.deadline, request.stop.total_grace()));
    if (failed_step_ != Step::none) conclude();
  }

  bool was_refused() const noexcept override { return is_refusal(failed_step_, error_); }

  Tier tier() const noexcept override {
    return hold_ == Hold::pid_namespace ? Tier::pid_namespace : Tier::subreaper;
  }

  /// The guardian's first child is the command; the kernel lists it with our own number for it (proc(5)).
  pid_t pid() const noexcept override {
    if (!guardian_ || outcome_ || exited_status_) return 0;
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/children", guardian_->pid(), guardian_->pid());
    const Fd file(::open(path, O_RDONLY | O_CLOEXEC));
    char digits[16] = {};
    if (!file || ::read(file.get(), digits, sizeof digits - 1) <= 0) return 0;
    return static_cast<pid_t>(std::strtol(digits, nullptr, 10));
  }

  int event_fd() const noexcept override {
    if (outcome_) return -1;
    return guardian_->hung_up() ? guardian_->pidfd() : guardian_->control_fd();
  }

  std::optional<Child::Clock::time_point> next_update() const noexcept override {
    if (outcome_) return std::nullopt;
    return answer_due_;
  }

  std::optional<Outcome> update() override {
    if (outcome_) return outcome_;
    while (const std::optional<Report> report = guardian_->receive()) take(*report);
    if (guardian_->hung_up()) {
      seam(Seam::before_reaping);
      if (guardian_->try_reap())
        conclude();
      else if (!vanishing_)
        expect_vanishing();
    }
    if (!outcome_ && answer_due_ && Child::Clock::now() >= *answer_due_) lose_patience();
    return outcome_;
  }

  bool has_started() const noexcept override { return has_started_; }
  bool main_process_ended() const noexcept override { return exited_status_.has_value(); }
  int stragglers() const noexcept override { return stragglers_; }

  void send_signal(int signal) override {
    if (!outcome_) guardian_->send({Request::Kind::signal, signal, {}});
  }

  void request_stop(const StopPolicy& policy) override {
    if (outcome_) return;
    guardian_->send({Request::Kind::stop, 0, terms_of(policy)});
    expect_end_by(later(Child::Clock::now(), policy.total_grace()));
    seam(Seam::stop_requested);
  }

  void finish() override {
    if (outcome_) return;
    guardian_->send({Request::Kind::finish, 0, {}});
    expect_end_by(Child::Clock::now());
  }

 private:
  void start(const StartRequest& request, bool user_namespace) {
    Streams opened = open_streams(request.command);
    LaunchTerms terms = launch_terms(request, hold_);
    terms.containment = &containment;
    terms.terminal = terminal_relation(opened, guardian::Terminal::job);
    terms.job_group = ::getpgrp();
    terms.terminal_stream = opened.terminal_stream;
    guardian_ = std::make_unique<GuardianProcess>(request.command, terms, user_namespace, opened);
    streams = std::move(opened.for_caller);
    terminal = std::move(opened.terminal);
    failed_step_ = guardian_->failed_step();
    error_ = guardian_->error();
  }

  void take(const Report& report) {
    switch (report.kind) {
      case Report::Kind::started:
        has_started_ = true;
        return;
      case Report::Kind::failed:
        failed_step_ = static_cast<Step>(report.detail);
        error_ = report.value;
        return;
      case Report::Kind::stopped:
        stopped_by = report.value;
        return;
      case Report::Kind::exited:
        exited_status_ = report.value;
        stop_reason_ = static_cast<StopReason>(report.detail);
        return;
      case Report::Kind::ended:
        ended_ = true;
        stragglers_ = report.value;
        killed_ = report.detail != 0;
        use_ = report.use;
        return;
    }
  }

  void expect_end_by(Child::Clock::time_point when) {
    const auto due = later(when, answer_bound);
    if (!answer_due_ || due < *answer_due_) answer_due_ = due;
  }

  void expect_vanishing() {
    vanishing_ = true;
    answer_due_ = Child::Clock::now() + vanish_bound;
  }

  void lose_patience() {
    if (vanishing_) {
      outcome_ = Lost{"a process of its tree does not end (it sleeps uninterruptibly in the kernel)"};
      return;
    }
    guardian_->kill();
    expect_vanishing();
  }

  /// The guardian is gone and reaped.
  void conclude() {
    const bool failed = failed_step_ != Step::none;
    if (!ended_ && !failed) {
      sweep_cgroup();
      sweep_orphans();
    }
    outcome_ = outcome_of_end(failed);
    answer_due_.reset();
    account(use_, *outcome_);
  }

  Outcome outcome_of_end(bool failed) const {
    if (failed) return FailedToStart{error_, std::string(name_of(failed_step_))};
    if (!exited_status_) return Lost{"its guardian was killed"};
    if (stop_reason_ == StopReason::requested) return Cancelled{killed_};
    if (stop_reason_ == StopReason::deadline) return TimedOut{killed_};
    const int status = *exited_status_;
    if (WIFSIGNALED(status)) return Signaled{WTERMSIG(status), WCOREDUMP(status) != 0};
    return Exited{WEXITSTATUS(status)};
  }

  Hold hold_;
  std::unique_ptr<GuardianProcess> guardian_;
  Step failed_step_ = Step::none;
  int error_ = 0;
  bool has_started_ = false;
  std::optional<int> exited_status_;
  StopReason stop_reason_ = StopReason::none;
  bool ended_ = false;
  bool killed_ = false;
  int stragglers_ = 0;
  guardian::Use use_{};
  bool vanishing_ = false;
  std::optional<Child::Clock::time_point> answer_due_;
  std::optional<Outcome> outcome_;
};

}  // namespace

std::unique_ptr<Child::State> start_in_namespace(const StartRequest& request, bool user_namespace) {
  return std::make_unique<GuardedChild>(request, Hold::pid_namespace, user_namespace);
}

std::unique_ptr<Child::State> start_under_subreaper(const StartRequest& request) {
  return std::make_unique<GuardedChild>(request, Hold::subreaper, false);
}

}  // namespace cloche::process
