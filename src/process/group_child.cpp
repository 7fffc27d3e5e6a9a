#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/wait.h>

#include "guardian/command_start.hpp"
#include "process/child_state.hpp"
#include "process/launch_file.hpp"
#include "process/orphan_sweep.hpp"
#include "process/process_creation.hpp"
#include "process/seam.hpp"
#include "process/step_names.hpp"

namespace cloche::process {
namespace {

using guardian::Step;

/// The command as a direct child, leading a process group that is ended with it. Its leader is reaped last:
/// until then the group's number can't belong to anybody else.
class GroupChild final : public Child::State {
 public:
  explicit GroupChild(const StartRequest& request)
      : deadline_(request.deadline), until_pipes_close_(request.command.until_pipes_close) {
    deadline_policy_ = request.stop;
    start(request.command);
  }

  ~GroupChild() override {
    if (outcome_ || pid_ <= 0) return;
    end_group();
    reap();
  }

  Tier tier() const noexcept override { return Tier::process_group; }
  pid_t pid() const noexcept override { return main_ended_ ? 0 : pid_; }
  int event_fd() const noexcept override { return outcome_ || main_ended_ ? -1 : pidfd_.get(); }
  bool main_process_ended() const noexcept override { return main_ended_; }
  int stragglers() const noexcept override { return 0; }

  std::optional<Child::Clock::time_point> next_update() const noexcept override {
    if (outcome_) return std::nullopt;
    return kill_at_ ? kill_at_ : deadline_;
  }

  std::optional<Outcome> update() override {
    if (outcome_) return outcome_;
    if (!main_ended_) main_ended_ = has_ended();
    const auto now = Child::Clock::now();
    if (!kill_at_ && deadline_ && now >= *deadline_) begin_stop(deadline_policy_, TimedOut{});
    const bool grace_passed = kill_at_ && now >= *kill_at_;
    if (grace_passed) {
      killed_ = !main_ended_;
      end_group();
    }
    if (grace_passed || (main_ended_ && (kill_at_ || !until_pipes_close_))) conclude();
    return outcome_;
  }

  void send_signal(int signal) override {
    if (!outcome_) ::kill(-pid_, signal);
  }

  void request_stop(const StopPolicy& policy) override {
    if (outcome_) return;
    begin_stop(policy, Cancelled{});
    seam(Seam::stop_requested);
  }

  void finish() override {
    if (outcome_) return;
    end_group();
    conclude();
  }

 private:
  void start(const Command& command) {
    LaunchTerms terms;
    terms.hold = guardian::Hold::process_group;
    std::vector<char> bytes = launch_file(command, terms);
    const guardian::Launch launch = guardian::launch_from(bytes.data());
    Streams opened = open_streams(command);
    std::vector<std::int32_t> sources(opened.for_command.begin(), opened.for_command.end());
    for (const PassedDescriptor& descriptor : sorted_descriptors(command))
      sources.push_back(descriptor.source);

    guardian::CommandImage image{&launch, sources.data(), Step::none, 0};
    CreatedProcess process = create_process(guardian::become_command, &image, 0, Memory::shared, entry_);
    pid_ = process.pid;
    pidfd_ = std::move(process.pidfd);
    streams = std::move(opened.for_caller);
    // The process wrote here, on shared memory, before it ended.
    Step failed_step = static_cast<volatile guardian::CommandImage&>(image).failed_step;
    int error = image.error;
    if (pid_ < 0) {
      failed_step = Step::create_process;
      error = process.error;
    }
    if (failed_step == Step::none) return;
    if (pid_ > 0) reap();
    outcome_ = FailedToStart{error, std::string(name_of(failed_step))};
  }

  bool has_ended() const noexcept {
    pollfd entry{pidfd_.get(), POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1;
  }

  void begin_stop(const StopPolicy& policy, const Outcome& reason) {
    const auto kill_at = Child::Clock::now() + policy.grace;
    if (!kill_at_) {
      if (!main_ended_) stop_reason_ = reason;
      ::kill(-pid_, policy.signal);
      ::kill(-pid_, SIGCONT);
    }
    if (!kill_at_ || kill_at < *kill_at_) kill_at_ = kill_at;
  }

  void end_group() noexcept { ::kill(-pid_, SIGKILL); }

  int reap() {
    // A program around us that is a subreaper gets the leader's children when the leader dies.
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | __WALL) < 0 &&
           errno == EINTR) {
    }
    reap_orphans_of_group(pid_);
    int status = 0;
    while (::waitpid(pid_, &status, __WALL) < 0 && errno == EINTR) {
    }
    return status;
  }

  void conclude() {
    end_group();
    seam(Seam::before_reaping);
    const int status = reap();
    if (std::holds_alternative<TimedOut>(stop_reason_))
      outcome_ = TimedOut{killed_};
    else if (std::holds_alternative<Cancelled>(stop_reason_))
      outcome_ = Cancelled{killed_};
    else if (WIFSIGNALED(status))
      outcome_ = Signaled{WTERMSIG(status), WCOREDUMP(status) != 0};
    else
      outcome_ = Exited{WEXITSTATUS(status)};
  }

  std::optional<Child::Clock::time_point> deadline_;
  StopPolicy deadline_policy_;
  bool until_pipes_close_;
  pid_t pid_ = -1;
  Fd pidfd_;
  ChildRegistry::Entry entry_;
  bool main_ended_ = false;
  bool killed_ = false;
  std::optional<Child::Clock::time_point> kill_at_;
  /// TimedOut or Cancelled once a stop was the first thing that happened.
  Outcome stop_reason_ = Exited{};
  std::optional<Outcome> outcome_;
};

}  // namespace

std::unique_ptr<Child::State> start_in_process_group(const StartRequest& request) {
  return std::make_unique<GroupChild>(request);
}

}  // namespace cloche::process
