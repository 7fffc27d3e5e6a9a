#include "guardian/command_start.hpp"

#include <cerrno>

#include <sched.h>
#include <sys/prctl.h>

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

}  // namespace

int become_command(void* argument) {
  auto& image = *static_cast<CommandImage*>(argument);
  const Launch& launch = *image.launch;
  sys::call(SYS_setpgid, 0, 0);
  reset_dispositions();
  if (launch.working_directory != nullptr) {
    const long result = sys::call(SYS_chdir, sys::address(launch.working_directory));
    if (result < 0) give_up(image, Step::change_directory, result);
  }
  if (launch.hold == Hold::subreaper) {
    // A set-id program could not be signalled by an unprivileged guardian; in a PID namespace the kernel ends
    // it all the same.
    const long result = sys::prctl(PR_SET_NO_NEW_PRIVS, 1);
    if (result < 0) give_up(image, Step::restrict_signals, result);
    restrict_signals();
  }
  std::int32_t targets[max_descriptors] = {0, 1, 2};
  for (std::uint32_t i = 0; i < launch.target_count; ++i) targets[3 + i] = launch.targets[i];
  const long arranged = arrange_descriptors(image.sources, targets, 3 + launch.target_count);
  if (arranged < 0) give_up(image, Step::pass_descriptors, arranged);
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
