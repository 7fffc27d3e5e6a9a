#include "guardian/command_start.hpp"

#include <cerrno>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "guardian/descriptors.hpp"
#include "guardian/seam.hpp"

namespace cloche::guardian {
namespace {

constexpr int signal_count = 64;

[[noreturn]] void give_up(CommandImage& image, Step step) {
  image.error = errno;
  image.failed_step = step;
  _exit(127);
}

/// Ignored signals survive an exec: an inherited ignored SIGPIPE would turn `yes | head` into an endless
/// loop. The raw call, since the C library refuses its own two signals. SIGHUP stays ignored where it was,
/// for nohup(1).
void reset_dispositions() {
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    std::uint64_t mask;
  } const default_action{SIG_DFL, 0, nullptr, 0};
  struct sigaction hangup {};
  const bool hangup_ignored = sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
  for (int signal = 1; signal <= signal_count; ++signal) {
    if (signal == SIGHUP && hangup_ignored) continue;
    syscall(SYS_rt_sigaction, signal, &default_action, nullptr, sizeof default_action.mask);
  }
}

/// Landlock's signal scope (landlock(7), ABI 6, Linux 6.12): the command can neither signal nor trace its
/// guardian or the exporter. Without a PID namespace this is what keeps it from ending its own owner. Older
/// kernels don't have it, and then it is left out.
void restrict_signals() {
  constexpr long create_ruleset = 444, restrict_self = 446;
  constexpr std::uint64_t scope_signal = 1u << 1;
  struct {
    std::uint64_t file_rights, network_rights, scoped;
  } const attributes{0, 0, scope_signal};
  const long ruleset = syscall(create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return;
  syscall(restrict_self, ruleset, 0);
  close(static_cast<int>(ruleset));
}

}  // namespace

int become_command(void* argument) {
  auto& image = *static_cast<CommandImage*>(argument);
  const Launch& launch = *image.launch;
  setpgid(0, 0);
  reset_dispositions();
  if (launch.working_directory != nullptr && chdir(launch.working_directory) < 0)
    give_up(image, Step::change_directory);
  if (launch.hold == Hold::subreaper) {
    // A set-id program could not be signalled by an unprivileged guardian; in a PID namespace the kernel ends
    // it all the same.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) give_up(image, Step::restrict_signals);
    restrict_signals();
  }
  std::int32_t targets[max_descriptors] = {0, 1, 2};
  for (std::uint32_t i = 0; i < launch.target_count; ++i) targets[3 + i] = launch.targets[i];
  if (!arrange_descriptors(image.sources, targets, 3 + launch.target_count))
    give_up(image, Step::pass_descriptors);

  // Last before the exec: until here no signal can end this process half-way.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // As execvp(3): the first that can be executed; "permission denied" is remembered over "not found".
  int error = ENOENT;
  for (char* const* program = launch.programs; *program != nullptr; ++program) {
    execve(*program, launch.argv, launch.env);
    if (errno == EACCES) error = EACCES;
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) {
      error = errno;
      break;
    }
  }
  errno = error;
  give_up(image, Step::execute);
}

StartedCommand start_command(const Launch& launch) {
  std::int32_t sources[max_descriptors] = {0, 1, 2};
  if (launch.target_count > max_descriptors - 3) return {-1, Step::pass_descriptors, EMFILE};
  for (std::uint32_t i = 0; i < launch.target_count; ++i)
    sources[3 + i] = first_passed_fd + static_cast<std::int32_t>(i);
  CommandImage image{&launch, sources, Step::none, 0};

  // The child shares our memory until its exec, so it reports a failure by writing into `image`.
  volatile CommandImage* shared = &image;
  const pid_t pid = vfork();
  if (pid < 0) return {-1, Step::create_command, errno};
  if (pid == 0) become_command(&image);
  return {pid, shared->failed_step, shared->error};
}

}  // namespace cloche::guardian
