// The everyday of running commands: what is not there, what is too much, what is inherited.

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cloche/process/error.hpp>
#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TierTest;

class Everyday : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, Everyday, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

Outcome outcome_of(std::vector<std::string> argv, Tier tier, const std::string& folder = {}) {
  Command command;
  command.argv = std::move(argv);
  command.tier = tier;
  command.working_directory = folder;
  return run(command).outcome;
}

TEST_P(Everyday, ACommandThatIsNotThereFailedToStartWithErrnoAndStep) {
  EXPECT_EQ(outcome_of({"no-such-command"}, GetParam()), Outcome((FailedToStart{ENOENT, "execute"})));
  EXPECT_EQ(outcome_of({"/no/such/command"}, GetParam()), Outcome((FailedToStart{ENOENT, "execute"})));
  EXPECT_EQ(outcome_of({"/etc/passwd"}, GetParam()), Outcome((FailedToStart{EACCES, "execute"})));
  EXPECT_EQ(outcome_of({"true"}, GetParam(), "/no/such/folder"),
            Outcome((FailedToStart{ENOENT, "change directory"})));
  EXPECT_EQ(outcome_of({"/dev/null"}, GetParam()), Outcome((FailedToStart{EACCES, "execute"})));
}

TEST_P(Everyday, ACommandThatNoSystemCallCouldTakeIsAnError) {
  EXPECT_THROW(outcome_of({}, GetParam()), Error);
  EXPECT_THROW(outcome_of({""}, GetParam()), Error);
  EXPECT_THROW(outcome_of({"echo", std::string("a\0b", 3)}, GetParam()), Error);
}

TEST_P(Everyday, TooManyArgumentsAreAFailureNotACrash) {
  EXPECT_EQ(outcome_of({"true", std::string(std::size_t{4} << 20, 'x')}, GetParam()),
            Outcome((FailedToStart{E2BIG, "execute"})));
}

TEST_P(Everyday, ArgumentsAndEnvironmentArriveUnchanged) {
  Command command;
  command.argv = {"/bin/sh",   "-c",      R"(printf '%s|' "$@"; printf '%s|%s' "$A" "${B-unset}")", "sh", "",
                  "two words", "\xff\n$x"};
  command.tier = GetParam();
  command.environment.inherited = false;
  command.environment.set = {{"A", "a=b c"}};
  EXPECT_EQ(run(command).standard_output, "|two words|\xff\n$x|a=b c|unset");
}

TEST_P(Everyday, AGibibyteOnBothPipesNeitherBlocksNorGrowsMemory) {
  Command command;
  command.argv = {"/bin/sh", "-c", "head -c 1073741824 /dev/zero >&2 & head -c 1073741824 /dev/zero; wait"};
  command.tier = GetParam();
  RunOptions options;
  options.capture_limit = std::size_t{1} << 20;
  options.mark_cut = false;
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  const Result result = run(command, options);
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_EQ(result.standard_output.size() + result.standard_output_dropped, std::uint64_t{1} << 30);
  EXPECT_EQ(result.standard_error.size() + result.standard_error_dropped, std::uint64_t{1} << 30);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 16 * 1024) << "KiB";
}

TEST_P(Everyday, WhatIsInheritedIsClean) {
  // The caller has blocked and ignored signals and a descriptor that is not close-on-exec: none of it
  // arrives.
  sigset_t some, mask_before;
  sigemptyset(&some);
  for (const int signal : {SIGTERM, SIGUSR1, SIGCHLD}) sigaddset(&some, signal);
  ::pthread_sigmask(SIG_BLOCK, &some, &mask_before);
  const auto pipe_before = std::signal(SIGPIPE, SIG_IGN);
  const auto quit_before = std::signal(SIGQUIT, SIG_IGN);
  Fd leaky(::open("/dev/null", O_RDONLY));
  Fd passed(::open("/dev/null", O_RDONLY | O_CLOEXEC));

  Command command;
  command.argv = {testing::program("inherited_state")};
  command.tier = GetParam();
  command.descriptors = {{passed.get(), 20}, {leaky.get(), 5}};
  const Result result = run(command);
  std::signal(SIGPIPE, pipe_before);
  std::signal(SIGQUIT, quit_before);
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);

  EXPECT_THAT(result.standard_output, Not(HasSubstr("blocked")));
  EXPECT_THAT(result.standard_output, Not(HasSubstr("ignored")));
  EXPECT_THAT(result.standard_output, HasSubstr("fd 0\nfd 1\nfd 2\nfd 5\nfd 20\n"));
}

TEST_P(Everyday, DescriptorsMayTradeTheirNumbers) {
  // Targets that are each other's sources, and one that is where the guardian keeps its own.
  Pipe one = make_pipe();
  Pipe two = make_pipe();
  ASSERT_EQ(::write(one.write_end.get(), "one\n", 4), 4);
  ASSERT_EQ(::write(two.write_end.get(), "two\n", 4), 4);
  Command command;
  const int a = one.read_end.get(), b = two.read_end.get();
  command.argv = {"/bin/bash", "-c",
                  "read -ru " + std::to_string(b) + " x; read -ru " + std::to_string(a) + " y; echo $x $y"};
  command.tier = GetParam();
  command.descriptors = {{a, b}, {b, a}};
  EXPECT_EQ(run(command).standard_output, "one two\n");
}

TEST_P(Everyday, ManyCommandsInARowLeaveNothing) {
  for (int i = 0; i < 100; ++i) ASSERT_EQ(outcome_of({"true"}, GetParam()), Outcome(Exited{0}));
}

TEST_P(Everyday, WithoutDescriptorsStartingIsAnErrorWithAHintAndLeavesNothing) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  // Each limit hits another line of the way.
  int errors = 0;
  const int first_free = Fd(::dup(0)).get();
  for (int limit = first_free; limit < first_free + 14; ++limit) {
    const rlimit tight{static_cast<rlim_t>(limit), before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &tight);
    try {
      const Outcome outcome = outcome_of({"true"}, GetParam());
      EXPECT_TRUE(succeeded(outcome) || std::holds_alternative<FailedToStart>(outcome)) << describe(outcome);
    } catch (const Error& error) {
      ++errors;
      EXPECT_EQ(error.code().value(), EMFILE) << error.what();
      EXPECT_THAT(error.hint(), HasSubstr("ulimit -n"));
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
  }
  EXPECT_GT(errors, 2);
}

TEST_P(Everyday, AClosedStandardStreamIsReplacedByTheNullDevice) {
  const Fd saved(::fcntl(0, F_DUPFD_CLOEXEC, 100));
  ::close(0);
  Command command;
  command.argv = {testing::program("inherited_state")};
  command.standard_input = Stdio::inherit();
  command.tier = GetParam();
  const Result result = run(command);
  ::dup2(saved.get(), 0);
  EXPECT_THAT(result.standard_output, HasSubstr("fd 0\nfd 1\nfd 2\n"));
  EXPECT_THAT(result.standard_output, HasSubstr("stdin at its end"));
}

TEST(EverydayOwnership, TheDefaultTierIsOneThatWorks) {
  EXPECT_EQ(Ownership::why_not(Ownership::default_tier()), "");
  for (const Tier tier : testing::every_tier) EXPECT_EQ(tier_named(name_of(tier)), tier);
  EXPECT_EQ(tier_named("best"), std::nullopt);
}

}  // namespace
}  // namespace cloche::process
