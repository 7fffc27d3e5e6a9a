#include "guardian/command_start.hpp"

#include <cerrno>

#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

#include "guardian/cgroup.hpp"
#include "guardian/descriptors.hpp"
#include "guardian/seam.hpp"
#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

constexpr int signal_count = 64;

[[noreturn]] void give_up(CommandImage& image, Step step, long result) {
  image.error = static_cast<int>(-result);
  image.failed_step = step;
  sys::exit(127);
}

/// Ignored signals survive an exec: an inherited ignored SIGPIPE would turn `yes | head` into an endless
/// loop. All 64 of them, also the two that C libraries keep for themselves. SIGHUP stays ignored where it
/// was, for nohup(1).
void reset_dispositions() {
  const sys::SignalAction default_action{SIG_DFL, 0, nullptr, 0};
  sys::SignalAction hangup{};
  const bool hangup_ignored = sys::signal_action(SIGHUP, nullptr, &hangup) == 0 && hangup.handler == SIG_IGN;
  for (int signal = 1; signal <= signal_count; ++signal) {
    if (signal == SIGHUP && hangup_ignored) continue;
    sys::signal_action(signal, &default_action, nullptr);
  }
}

/// Landlock's signal scope (landlock(7), ABI 6, Linux 6.12): the command can neither signal nor trace its
/// guardian or the exporter. Without a PID namespace this is what keeps it from ending its own owner. Older
/// kernels don't have it, and then it is left out.
void restrict_signals() {
  constexpr long create_ruleset = 444, restrict_self = 446;
  constexpr std::uint64_t scope_signal = 1u << 1;
  const struct { std::uint64_t file_rights, network_rights, scoped; } attributes{0, 0, scope_signal};
  const long ruleset = sys::call(create_ruleset, sys::address(&attributes), sizeof attributes, 0);
  if (ruleset < 0) return;
  sys::call(restrict_self, ruleset, 0);
  sys::close(static_cast<int>(ruleset));
}

/// As execvp(3): the first that can be executed; "permission denied" is remembered over "not found". Returns
/// only to say why not.
long execute(const Launch& launch) {
  long error = -ENOENT;
  for (char* const* program = launch.programs; *program != nullptr; ++program) {
    const long result =
        sys::call(SYS_execve, sys::address(*program), sys::address(launch.argv), sys::address(launch.env));
    if (result == -EACCES) error = -EACCES;
    if (result != -EACCES && result != -ENOENT && result != -ENOTDIR) return result;
  }
  return error;
}

/// A group that is not in the foreground may set the terminal's group while SIGTTOU is blocked, as all
/// signals are here (tcsetpgrp(3)).
long become_foreground_group() {
  const long terminal = sys::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return terminal;
  const auto own_group = static_cast<pid_t>(sys::call(SYS_getpgid, 0));
  const long result = sys::call(SYS_ioctl, terminal, TIOCSPGRP, sys::address(&own_group));
  sys::close(static_cast<int>(terminal));
  return result;
}

/// Session and process group. A job in a PID namespace inherits its group, which has no number there.
long take_position(const Launch& launch) {
  if (launch.terminal == Terminal::own) return sys::call(SYS_setsid);
  if (launch.terminal != Terminal::job) return sys::call(SYS_setpgid, 0, 0);
  return launch.hold == Hold::pid_namespace ? 0 : sys::call(SYS_setpgid, 0, launch.job_group);
}

/// A limit that the process has already is never raised: it holds for the command too.
long limit_resources(const Launch& launch) {
  for (std::uint32_t i = 0; i < launch.limit_count; ++i) {
    const Limit& wanted = launch.limits[i];
    struct {
      std::uint64_t soft, hard;
    } limit{};
    long result = sys::call(SYS_prlimit64, 0, wanted.resource, 0, sys::address(&limit));
    if (wanted.hard < limit.hard) limit.hard = wanted.hard;
    limit.soft = wanted.soft < limit.hard ? wanted.soft : limit.hard;
    if (result >= 0) result = sys::call(SYS_prlimit64, 0, wanted.resource, sys::address(&limit), 0);
    if (result < 0) return result;
  }
  return 0;
}

}  // namespace

int become_command(void* argument) {
  auto& image = *static_cast<CommandImage*>(argument);
  const Launch& launch = *image.launch;
  const auto check = [&image](Step step, long result) {
    if (result < 0) give_up(image, step, result);
  };
  // A command outside its own group would be missed by everything that is sent to the group.
  check(Step::create_command, take_position(launch));
  if (launch.terminal == Terminal::foreground_group) check(Step::take_terminal, become_foreground_group());
  reset_dispositions();
  // First of all that costs: what the command uses is counted from here on.
  if (launch.cgroup_fd >= 0) check(Step::join_cgroup, join_cgroup(launch.cgroup_fd));
  if (launch.working_directory != nullptr)
    check(Step::change_directory, sys::call(SYS_chdir, sys::address(launch.working_directory)));
  if (launch.confined && (launch.hold != Hold::pid_namespace || launch.terminal == Terminal::job)) {
    // A set-id program could not be signalled by an unprivileged owner; in a PID namespace the kernel ends it
    // all the same, and nobody outside can be reached but a job's own group, which the exporter is in.
    check(Step::restrict_signals, sys::prctl(PR_SET_NO_NEW_PRIVS, 1));
    restrict_signals();
  }
  std::int32_t targets[max_descriptors] = {0, 1, 2};
  for (std::uint32_t i = 0; i < launch.target_count; ++i) targets[3 + i] = launch.targets[i];
  check(Step::pass_descriptors, arrange_descriptors(image.sources, targets, 3 + launch.target_count));
  if (launch.terminal == Terminal::own)
    check(Step::take_terminal, sys::call(SYS_ioctl, launch.terminal_stream, TIOCSCTTY, 0));
  check(Step::limit_resources, limit_resources(launch));
  // Last before the exec: until here no signal can end this process half-way.
  sys::set_signal_mask(0);
  give_up(image, Step::execute, execute(launch));
}

StartedCommand start_command(const Launch& launch) {
  if (launch.target_count > max_descriptors - 3) return {-1, Step::pass_descriptors, EMFILE};
  std::int32_t sources[max_descriptors] = {0, 1, 2};
  for (std::uint32_t i = 0; i < launch.target_count; ++i)
    sources[3 + i] = first_passed_fd + static_cast<std::int32_t>(i);
  CommandImage image{&launch, sources, Step::none, 0};

  // As vfork(2): the child shares our memory until its exec, so it reports a failure by writing into `image`.
  alignas(16) char stack[8192];
  const long pid = sys::clone(CLONE_VM | CLONE_VFORK | SIGCHLD, stack + sizeof stack, become_command, &image);
  if (pid < 0) return {-1, Step::create_command, static_cast<int>(-pid)};
  const volatile CommandImage& shared = image;
  return {static_cast<pid_t>(pid), shared.failed_step, shared.error};
}

}  // namespace cloche::guardian
