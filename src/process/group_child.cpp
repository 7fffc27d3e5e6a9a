#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "guardian/command_start.hpp"
#include "guardian/stop_schedule.hpp"
#include "process/child_state.hpp"
#include "process/launch_file.hpp"
#include "process/orphan_sweep.hpp"
#include "process/poll_set.hpp"
#include "process/process_creation.hpp"
#include "process/seam.hpp"
#include "process/step_names.hpp"
#include "process/stop_terms.hpp"

namespace cloche::process {
namespace {

using guardian::Step;
using guardian::StopSchedule;
using std::chrono::milliseconds;

/// How often a foreground job is looked at: without a guardian nothing tells that it has stopped.
constexpr milliseconds job_control_interval{50};

std::int64_t now_ms() {
  return std::chrono::floor<milliseconds>(Child::Clock::now().time_since_epoch()).count();
}

/// The command as a direct child, leading a process group that is ended with it. Its leader is reaped last:
/// until then the group's number can't belong to anybody else.
class GroupChild final : public Child::State {
 public:
  explicit GroupChild(const StartRequest& request)
      : State(request),
        deadline_(request.deadline),
        deadline_stop_(terms_of(request.stop)),
        until_pipes_close_(request.command.until_pipes_close) {
    if (containment.failed_step == Step::none)
      start(request.command);
    else
      fail(containment.failed_step, containment.error);
  }

  ~GroupChild() override {
    if (outcome_ || pid_ <= 0) return;
    end_group();
    reap();
    sweep_cgroup();
  }

  Tier tier() const noexcept override { return Tier::process_group; }
  pid_t pid() const noexcept override { return main_ended_ ? 0 : pid_; }
  int event_fd() const noexcept override { return outcome_ || main_ended_ ? -1 : pidfd_.get(); }
  bool has_started() const noexcept override { return pid_ > 0; }
  bool main_process_ended() const noexcept override { return main_ended_; }
  int stragglers() const noexcept override { return 0; }

  std::optional<Child::Clock::time_point> next_update() const noexcept override {
    if (outcome_) return std::nullopt;
    std::optional<Child::Clock::time_point> next = deadline_;
    if (schedule_.running()) next = Child::Clock::time_point(milliseconds(schedule_.next_ms()));
    if (!terminal_keeper) return next;
    return earlier(Child::Clock::now() + job_control_interval, next);
  }

  std::optional<Outcome> update() override {
    if (outcome_) return outcome_;
    if (!main_ended_) main_ended_ = has_ended();
    if (terminal_keeper && !main_ended_) look_whether_stopped();
    if (!schedule_.running() && deadline_ && Child::Clock::now() >= *deadline_)
      begin_stop(deadline_stop_, TimedOut{});
    const StopSchedule::Due due = schedule_.advance(now_ms());
    if (due == StopSchedule::Due::signal) ask();
    const bool grace_passed = due == StopSchedule::Due::kill;
    if (grace_passed) {
      killed_ = !main_ended_;
      end_group();
    }
    if (grace_passed || (main_ended_ && (schedule_.running() || !until_pipes_close_))) conclude();
    return outcome_;
  }

  void send_signal(int signal) override {
    if (!outcome_) ::kill(-pid_, signal);
  }

  void request_stop(const StopPolicy& policy) override {
    if (outcome_) return;
    begin_stop(terms_of(policy), Cancelled{});
    seam(Seam::stop_requested);
  }

  void finish() override {
    if (outcome_) return;
    end_group();
    conclude();
  }

 private:
  void start(const Command& command) {
    Streams opened = open_streams(command);
    LaunchTerms terms;
    terms.hold = guardian::Hold::process_group;
    terms.containment = &containment;
    terms.terminal = terminal_relation(opened, guardian::Terminal::foreground_group);
    terms.terminal_stream = opened.terminal_stream;
    if (containment.cgroup) terms.cgroup_fd = containment.cgroup->folder_fd();
    std::vector<char> bytes = launch_file(command, terms);
    const guardian::Launch launch = guardian::launch_from(bytes.data());
    std::vector<std::int32_t> sources(opened.for_command.begin(), opened.for_command.end());
    for (const PassedDescriptor& descriptor : sorted_descriptors(command))
      sources.push_back(descriptor.source);

    guardian::CommandImage image{&launch, sources.data(), Step::none, 0};
    CreatedProcess process = create_process(guardian::become_command, &image, 0, Memory::shared, entry_);
    pid_ = process.pid;
    pidfd_ = std::move(process.pidfd);
    streams = std::move(opened.for_caller);
    terminal = std::move(opened.terminal);
    if (terminal_keeper) terminal_keeper->must_lend(terms.terminal == guardian::Terminal::foreground_group);
    // The process wrote here, on shared memory, before it ended.
    Step failed_step = static_cast<volatile guardian::CommandImage&>(image).failed_step;
    int error = image.error;
    if (pid_ < 0) {
      failed_step = Step::create_process;
      error = process.error;
    }
    if (failed_step == Step::none) return;
    if (pid_ > 0) reap();
    fail(failed_step, error);
  }

  void fail(Step step, int error) {
    outcome_ = FailedToStart{error, std::string(name_of(step))};
    account({}, *outcome_);
  }

  /// Takes the news and leaves the end to reap() (waitid(2)).
  void look_whether_stopped() {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
        info.si_pid != 0)
      stopped_by = info.si_code == CLD_STOPPED ? info.si_status : 0;
  }

  bool has_ended() const noexcept {
    pollfd entry{pidfd_.get(), POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1;
  }

  void begin_stop(const guardian::StopTerms& terms, const Outcome& reason) {
    if (!schedule_.running() && !main_ended_) stop_reason_ = reason;
    if (schedule_.begin(terms, now_ms()) == StopSchedule::Due::signal) ask();
  }

  void ask() {
    const guardian::StopTerms& terms = schedule_.terms();
    const pid_t whom = terms.main_process_only != 0 ? pid_ : -pid_;
    ::kill(whom, schedule_.signal());
    if (terms.continue_stopped != 0) ::kill(whom, SIGCONT);
  }

  void end_group() noexcept {
    if (containment.cgroup) containment.cgroup->kill();
    ::kill(-pid_, SIGKILL);
  }

  /// Empty when the program around us has collected it, or ignores SIGCHLD.
  std::optional<int> reap() {
    // A program around us that is a subreaper gets the leader's children when the leader dies.
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | __WALL) < 0 &&
           errno == EINTR) {
    }
    reap_orphans_of_group(pid_);
    int status = 0;
    rusage usage{};
    pid_t reaped;
    do reaped = ::wait4(pid_, &status, __WALL, &usage);
    while (reaped < 0 && errno == EINTR);
    use_ = guardian::use_of(usage);
    return reaped == pid_ ? std::optional(status) : std::nullopt;
  }

  void conclude() {
    end_group();
    seam(Seam::before_reaping);
    const std::optional<int> status = reap();
    sweep_cgroup();
    if (std::holds_alternative<TimedOut>(stop_reason_))
      outcome_ = TimedOut{killed_};
    else if (std::holds_alternative<Cancelled>(stop_reason_))
      outcome_ = Cancelled{killed_};
    else if (!status)
      outcome_ = Lost{"the program around it collected its end"};
    else if (WIFSIGNALED(*status))
      outcome_ = Signaled{WTERMSIG(*status), WCOREDUMP(*status) != 0};
    else
      outcome_ = Exited{WEXITSTATUS(*status)};
    account(use_, *outcome_);
  }

  std::optional<Child::Clock::time_point> deadline_;
  guardian::StopTerms deadline_stop_;
  bool until_pipes_close_;
  pid_t pid_ = -1;
  Fd pidfd_;
  ChildRegistry::Entry entry_;
  bool main_ended_ = false;
  bool killed_ = false;
  StopSchedule schedule_;
  guardian::Use use_{};
  /// TimedOut or Cancelled once a stop was the first thing that happened.
  Outcome stop_reason_ = Exited{};
  std::optional<Outcome> outcome_;
};

}  // namespace

std::unique_ptr<Child::State> start_in_process_group(const StartRequest& request) {
  return std::make_unique<GroupChild>(request);
}

}  // namespace cloche::process
