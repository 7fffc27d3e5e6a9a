#include "guardian/guardian.hpp"

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "guardian/cgroup.hpp"
#include "guardian/command_start.hpp"
#include "guardian/packet.hpp"
#include "guardian/seam.hpp"
#include "guardian/stop_schedule.hpp"
#include "guardian/system_calls.hpp"
#include "guardian/tree.hpp"

// To be read in one sitting. What it promises:
//  * the command never runs when the exporter is already gone (step check_exporter, after everything that
//  watches it is armed);
//  * from then on it ends with the exporter: its pidfd becomes readable, whoever else may hold a copy of our
//  socket;
//  * a repeated request to stop can only bring the end nearer;
//  * when it exits by itself, the tree is empty.
namespace cloche::guardian {
namespace {

/// Whether somebody may still read it.
bool report(Report::Kind kind, std::int32_t value, std::int32_t detail, const Use& use = {}) {
  const Report record{kind, value, detail, use};
  // Every signal is blocked, so it is not interrupted; an exporter that is gone is told by its pidfd.
  return sys::send(control_fd, &record, sizeof record, MSG_NOSIGNAL) >= 0;
}

[[noreturn]] void fail(Step step, long result) {
  report(Report::Kind::failed, static_cast<std::int32_t>(-result), static_cast<std::int32_t>(step));
  sys::exit(1);
}

/// Of everything that was reaped so far, by us and by those whom we have reaped.
Use use_of_the_dead() {
  rusage usage{};
  sys::call(SYS_getrusage, RUSAGE_CHILDREN, sys::address(&usage));
  return use_of(usage);
}

class Guardian {
 public:
  explicit Guardian(const Launch& launch) : launch_(launch) {}

  [[noreturn]] void run() {
    take_position();
    start();
    for (;;) wait_for_event();
  }

 private:
  void take_position() {
    for (int fd = control_fd; fd <= launch_fd; ++fd) sys::fcntl(fd, F_SETFD, FD_CLOEXEC);
    // A session of its own: what a terminal sends on Ctrl-C reaches the exporter, who passes on what it
    // means. A job stays in the terminal's session; in a PID namespace, where the exporter's group has no
    // number, it can only be inherited.
    if (launch_.terminal != Terminal::job)
      sys::call(SYS_setsid);
    else if (launch_.hold != Hold::pid_namespace)
      sys::call(SYS_setpgid, 0, 0);
    // The command, running as the same user, can neither trace it nor read its memory (ptrace(2)).
    sys::prctl(PR_SET_DUMPABLE, 0);
    seam(launch_, Step::become_subreaper);
    if (launch_.hold == Hold::subreaper) {
      const long result = sys::prctl(PR_SET_CHILD_SUBREAPER, 1);
      if (result < 0) fail(Step::become_subreaper, result);
    }

    seam(launch_, Step::watch_signals);
    // All signals stay blocked; only the end of children is listened to. (As pid 1 a *blocked* signal is
    // queued even when a member sent it, so a guardian that obeyed SIGTERM could be ended by its own
    // command.) An ignored SIGCHLD would reap by itself.
    const sys::SignalAction default_action{SIG_DFL, 0, nullptr, 0};
    sys::signal_action(SIGCHLD, &default_action, nullptr);
    const sys::SignalSet child_ended = sys::set_of(SIGCHLD);
    const long fd = sys::call(SYS_signalfd4, -1, sys::address(&child_ended), sizeof child_ended,
                              SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0) fail(Step::watch_signals, fd);
    children_fd_ = static_cast<int>(fd);

    seam(launch_, Step::check_exporter);
    if (exporter_is_gone()) end();
  }

  static bool exporter_is_gone() {
    pollfd exporter{exporter_fd, POLLIN, 0};
    return sys::poll(&exporter, 1, 0) != 0;
  }

  void start() {
    seam(launch_, Step::create_command);
    const StartedCommand command = start_command(launch_);
    seam(launch_, Step::report_start);
    if (command.failed_step != Step::none) {
      int status = 0;
      if (command.pid > 0) sys::wait_any(&status, __WALL);
      fail(command.failed_step, -command.error);
    }
    leader_ = command.pid;
    report(Report::Kind::started, command.pid, 0);
    // The streams belong to the command now: a guardian that kept them would keep their readers waiting.
    sys::close_range(0, 2);
    sys::close(launch_fd);
    for (std::uint32_t i = 0; i < launch_.target_count; ++i) {
      const int fd = first_passed_fd + static_cast<int>(i);
      if (fd != launch_.seam_fd) sys::close(fd);
    }
  }

  void wait_for_event() {
    pollfd events[] = {{exporter_fd, POLLIN, 0}, {control_fd, POLLIN, 0}, {children_fd_, POLLIN, 0}};
    const long ready = sys::poll(events, 3, time_left());
    if (ready < 0 && ready != -EINTR) {
      // Short of memory: then each of them is asked, without waiting.
      obey();
      reap();
    }
    if (ready > 0) {
      if (events[0].revents != 0) end();
      if (events[1].revents != 0) obey();
      if (events[2].revents != 0) reap();
    }
    keep_time();
  }

  std::int64_t time_left() const {
    const std::int64_t next = schedule_.running() ? schedule_.next_ms() : launch_.deadline_ms;
    if (next == 0) return -1;
    const std::int64_t left = next - sys::monotonic_ms();
    return left > 0 ? left : 0;
  }

  void keep_time() {
    if (!schedule_.running()) {
      if (launch_.deadline_ms == 0 || sys::monotonic_ms() < launch_.deadline_ms) return;
      reason_ = StopReason::deadline;
      stop(launch_.deadline_stop);
    }
    switch (schedule_.advance(sys::monotonic_ms())) {
      case StopSchedule::Due::nothing:
        return;
      case StopSchedule::Due::signal:
        ask_to_stop();
        return;
      case StopSchedule::Due::kill:
        grace_passed_ = true;
        end();
    }
  }

  void obey() {
    Request request;
    const long size = sys::receive(control_fd, &request, sizeof request, MSG_DONTWAIT);
    if (size == -EAGAIN) return;
    if (!is_request(request, size)) end();
    switch (request.kind) {
      case Request::Kind::signal:
        // A job leads no group, unless it has made one.
        if (leader_ > 0 && sys::kill(-leader_, request.value) < 0) sys::kill(leader_, request.value);
        return;
      case Request::Kind::stop:
        if (!schedule_.running()) reason_ = StopReason::requested;
        stop(request.terms);
        return;
      case Request::Kind::finish:
        end();
    }
    end();
  }

  void stop(const StopTerms& terms) {
    if (schedule_.begin(terms, sys::monotonic_ms()) == StopSchedule::Due::signal) ask_to_stop();
  }

  void ask_to_stop() {
    const StopTerms& terms = schedule_.terms();
    const bool and_continue = terms.continue_stopped != 0;
    if (terms.main_process_only == 0)
      ask_tree(launch_.hold, leader_, schedule_.signal(), and_continue);
    else if (leader_ > 0)
      ask(leader_, schedule_.signal(), and_continue);
  }

  void reap() {
    signalfd_siginfo info;
    while (sys::read(children_fd_, &info, sizeof info) > 0) {
    }
    const int job_control = launch_.terminal == Terminal::job ? WUNTRACED | WCONTINUED : 0;
    int status = 0;
    long pid;
    while ((pid = sys::wait_any(&status, __WALL | WNOHANG | job_control)) > 0) {
      if (pid != leader_) continue;
      if (WIFSTOPPED(status) || WIFCONTINUED(status))
        report(Report::Kind::stopped, WIFSTOPPED(status) ? WSTOPSIG(status) : 0, 0);
      else
        main_process_ended(status);
    }
    const bool asks_everybody = schedule_.running() && schedule_.terms().main_process_only == 0;
    if (asks_everybody && launch_.hold == Hold::subreaper)
      ask_orphans(leader_, schedule_.signal(), schedule_.terms().continue_stopped != 0);
    const bool nobody_left = pid == -ECHILD;
    // While the tree is being stopped, the others get the rest of their grace; a launcher may leave before
    // the work does.
    const bool over_with_main_process =
        schedule_.running() ? !asks_everybody : !launch_.outlives_main_process;
    if (nobody_left || (leader_ == 0 && over_with_main_process)) end();
  }

  void main_process_ended(int status) {
    leader_ = 0;
    report(Report::Kind::exited, status, static_cast<std::int32_t>(reason_));
  }

  [[noreturn]] void end() {
    seam(launch_, Step::end_tree);
    int status = -1;
    kill_cgroup(launch_.cgroup_fd);
    const int killed = end_tree(launch_.hold, leader_, &status);
    if (leader_ > 0) main_process_ended(status);
    const bool told = report(Report::Kind::ended, killed, grace_passed_ ? 1 : 0, use_of_the_dead());
    // The exporter reads what its cgroup has counted, and removes it; nobody else does if it is gone. A dying
    // one closes its socket before its pidfd says that it is gone.
    if (launch_.cgroup_fd >= 0 && (!told || exporter_is_gone()))
      remove_cgroup(launch_.cgroup_parent_fd, launch_.cgroup_name);
    sys::exit(0);
  }

  const Launch& launch_;
  int children_fd_ = -1;
  /// The command's main process, until it is reaped; then 0.
  pid_t leader_ = 0;
  StopReason reason_ = StopReason::none;
  StopSchedule schedule_;
  bool grace_passed_ = false;
};

}  // namespace

void guard(const Launch& launch) {
  Guardian(launch).run();
}

}  // namespace cloche::guardian
