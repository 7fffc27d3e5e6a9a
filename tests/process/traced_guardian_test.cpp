// A debugger, strace or a test driver may trace the guardian. The kernel then tells its end to the tracer
// first, and to its parent only when the tracer has taken note (ptrace(2)); its pidfd tells it to everybody
// at once.

#include <cstdio>
#include <cstdlib>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/support.hpp"

namespace cloche::process {
namespace {

/// Whether the main thread of `pid` sleeps in wait4(2) (proc(5): /proc/pid/syscall).
bool waits_for_a_child(pid_t pid) {
  char path[64], text[16] = {};
  std::snprintf(path, sizeof path, "/proc/%d/syscall", pid);
  const Fd file(::open(path, O_RDONLY | O_CLOEXEC));
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return false;
  return std::strtol(text, nullptr, 10) == SYS_wait4 && text[0] >= '0' && text[0] <= '9';
}

/// Traces `guardian`, says so ('t', or 'n' where it may not), and takes note of its end only when the owner
/// either waits for it or has hung up.
[[noreturn]] void trace(pid_t guardian, pid_t owner, int to_owner, int from_owner) {
  const bool traced = ::ptrace(PTRACE_SEIZE, guardian, nullptr, nullptr) == 0;
  if (::write(to_owner, traced ? "t" : "n", 1) != 1 || !traced) ::_exit(1);
  siginfo_t info;
  ::waitid(P_PID, static_cast<id_t>(guardian), &info, WEXITED | WNOWAIT | __WALL);
  pollfd hang_up{from_owner, POLLIN, 0};
  constexpr int look_again_ms = 1;
  while (!waits_for_a_child(owner) && ::poll(&hang_up, 1, look_again_ms) == 0) {
  }
  ::waitpid(guardian, nullptr, __WALL);
  ::_exit(0);
}

class TracedGuardian : public testing::TierTest {};

TEST_P(TracedGuardian, IsReapedAllTheSame) {
  Command command;
  command.argv = {"sleep", "1000"};
  command.tier = GetParam();
  auto child = std::make_optional<Child>(command);
  const std::set<pid_t> guardian = testing::children();
  ASSERT_EQ(guardian.size(), 1U);

  Pipe answer = make_pipe(), hang_up = make_pipe();
  const pid_t owner = ::getpid();
  const pid_t tracer = ::fork();
  if (tracer == 0) {
    hang_up.write_end.reset();
    trace(*guardian.begin(), owner, answer.write_end.get(), hang_up.read_end.get());
  }
  answer.write_end.reset();
  char said = 0;
  ASSERT_EQ(::read(answer.read_end.get(), &said, 1), 1);

  child.reset();
  // Looked at while the tracer still holds on.
  const std::set<pid_t> left = testing::children();
  hang_up.write_end.reset();
  ASSERT_EQ(::waitpid(tracer, nullptr, 0), tracer);
  if (said == 'n') GTEST_SKIP() << "it may not be traced here";
  EXPECT_EQ(left, std::set<pid_t>{tracer});
}

INSTANTIATE_TEST_SUITE_P(Tier, TracedGuardian, ::testing::ValuesIn(testing::whole_tree_tiers),
                         testing::tier_test_name);

}  // namespace
}  // namespace cloche::process
