// The nine points of the contract of running one command, each as a test (and what cloche adds to them).

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::ElementsAre;
using testing::every_tier;
using ::testing::HasSubstr;
using testing::hostile_tree;
using testing::Lifeline;
using testing::TierTest;
using testing::whole_tree_tiers;
using namespace std::chrono_literals;

Command shell(const std::string& script, Tier tier) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.tier = tier;
  return command;
}

class RunContract : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, RunContract, ::testing::ValuesIn(every_tier), testing::tier_test_name);

class WholeTreeRunContract : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, WholeTreeRunContract, ::testing::ValuesIn(whole_tree_tiers),
                         testing::tier_test_name);

TEST_P(RunContract, Point1_StdinIsAtItsEndAndTheCommandLeadsAGroupWithoutATerminal) {
  Command command;
  command.argv = {testing::program("inherited_state")};
  command.tier = GetParam();
  const Result result = run(command);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_THAT(result.standard_output, HasSubstr("stdin at its end\n"));
  EXPECT_THAT(result.standard_output, HasSubstr("leads its group\n"));
  if (GetParam() != Tier::process_group) {
    EXPECT_THAT(result.standard_output, HasSubstr("no terminal\n"));
  }
}

TEST_P(RunContract, Point2_BothPipesAreReadAtTheSameTime) {
  const Result result = run(shell(
      "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; head -c 500000 /dev/zero >&2", GetParam()));
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_EQ(result.standard_output.size(), 1'000'000u);
  EXPECT_EQ(result.standard_error.size(), 1'500'000u);
}

TEST_P(RunContract, Point3_BytesThatAreNoUtf8ArriveUnchanged) {
  std::vector<std::string> lines;
  RunOptions options;
  options.on_standard_error_line = [&](std::string_view line) { lines.emplace_back(line); };
  const Result result = run(shell(R"(printf '\377\303\n\n\0a\r\nlast' >&2)", GetParam()), options);
  EXPECT_THAT(lines, ElementsAre("\xff\xc3", "", std::string("\0a", 2), "last"));
  EXPECT_EQ(result.standard_error, std::string("\xff\xc3\n\n\0a\r\nlast", 12));
}

TEST_P(RunContract, Point4_StderrIsHandedOnLineByLineWhileTheCommandRuns) {
  // The command waits for a byte that is only written when its first line was handed on.
  Pipe answer = make_pipe();
  Command command = shell("echo first >&2; read -r go <&9; echo \"second $go\" >&2", GetParam());
  command.descriptors = {{answer.read_end.get(), 9}};
  std::vector<std::string> lines;
  RunOptions options;
  options.timeout = 5s;
  options.on_standard_error_line = [&](std::string_view line) {
    lines.emplace_back(line);
    if (lines.size() == 1) {
      EXPECT_EQ(::write(answer.write_end.get(), "go\n", 3), 3);
    }
  };
  EXPECT_EQ(run(command, options).outcome, Outcome(Exited{0}));
  EXPECT_THAT(lines, ElementsAre("first", "second go"));
}

TEST_P(RunContract, Point4_AnExceptionFromTheCallbackIsDropped) {
  int lines = 0;
  RunOptions options;
  options.on_standard_error_line = [&](std::string_view) {
    ++lines;
    throw std::runtime_error("of the callback");
  };
  const Result result = run(shell("echo a >&2; echo b >&2; echo out", GetParam()), options);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_EQ(result.standard_output, "out\n");
  EXPECT_EQ(lines, 2);
}

TEST_P(RunContract, Point5_ANonZeroStatusIsAnOutcome) {
  EXPECT_EQ(run(shell("exit 42", GetParam())).outcome, Outcome(Exited{42}));
  EXPECT_EQ(run(shell("kill -SEGV $$", GetParam())).outcome, Outcome((Signaled{SIGSEGV, false})));
}

TEST_P(RunContract, Point6_UntilPipesCloseTheWorkOutlivesItsLauncher) {
  // The launcher leaves at once; its child waits until the launcher is gone, then writes the only output.
  Pipe gone = make_pipe();
  Command command = shell("(read -r nothing <&9; echo late) & exec 9<&-; exit 3", GetParam());
  command.descriptors = {{gone.read_end.get(), 9}};
  command.until_pipes_close = true;
  RunOptions options;
  options.timeout = 5s;
  std::thread release([&] { gone.write_end.reset(); });
  const Result result = run(command, options);
  release.join();
  EXPECT_EQ(result.outcome, Outcome(Exited{3}));
  EXPECT_EQ(result.standard_output, "late\n");
}

TEST_P(WholeTreeRunContract, Point6_OtherwiseTheRestIsEndedWithTheMainProcess) {
  Lifeline lifeline;
  Command command;
  command.argv = hostile_tree("leave", "stubborn");
  command.tier = GetParam();
  command.descriptors = {{lifeline.for_tree(), 7}};
  const Result result = run(command);
  EXPECT_EQ(result.outcome, Outcome(Exited{7}));
  EXPECT_EQ(result.standard_output, "ready\n");
  EXPECT_EQ(result.stragglers, 4);
  EXPECT_FALSE(result.output_incomplete);
  lifeline.let_go();
  EXPECT_FALSE(lifeline.somebody_lives());
}

TEST_P(WholeTreeRunContract, Point7_ATimeOutEndsTheTreeAndKeepsWhatWasWritten) {
  for (const std::string manners : {"obedient", "stubborn"}) {
    Lifeline lifeline;
    Command command;
    command.argv = hostile_tree("stay", manners);
    command.tier = GetParam();
    command.descriptors = {{lifeline.for_tree(), 7}};
    RunOptions options;
    options.timeout = 300ms;
    options.stop.grace = manners == "obedient" ? 5s : 100ms;
    const Result result = run(command, options);
    EXPECT_EQ(result.outcome, Outcome(TimedOut{manners == "stubborn"}));
    EXPECT_EQ(result.standard_output, "ready\n");
    lifeline.let_go();
    EXPECT_FALSE(lifeline.somebody_lives());
  }
}

TEST_P(WholeTreeRunContract, Point7_DescendantsDieThoughTheLauncherHadLeft) {
  Lifeline lifeline;
  Command command;
  command.argv = hostile_tree("leave", "stubborn");
  command.tier = GetParam();
  command.descriptors = {{lifeline.for_tree(), 7}};
  command.until_pipes_close = true;
  RunOptions options;
  options.timeout = 300ms;
  options.stop.grace = 100ms;
  const Result result = run(command, options);
  // The launcher itself had ended well before anything was stopped.
  EXPECT_EQ(result.outcome, Outcome(Exited{7}));
  lifeline.let_go();
  EXPECT_FALSE(lifeline.somebody_lives());
}

TEST_P(WholeTreeRunContract, Point8_RepeatedCancellationsHurryAndNeverCutShort) {
  Lifeline lifeline;
  Command command = shell("exec '" + testing::program("hostile_tree") + "' stay stubborn >&2", GetParam());
  command.descriptors = {{lifeline.for_tree(), 7}};
  Cancellation cancellation;
  RunOptions options;
  options.cancellation = &cancellation;
  options.stop.grace = 60s;
  options.stop.hurried_grace = 50ms;
  options.on_standard_error_line = [&](std::string_view line) {
    if (line != "ready") return;
    for (int i = 0; i < 5; ++i) {
      cancellation.request();
      cancellation.hurry();
    }
  };
  const auto begin = std::chrono::steady_clock::now();
  const Result result = run(command, options);
  EXPECT_EQ(result.outcome, Outcome(Cancelled{true}));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  lifeline.let_go();
  EXPECT_FALSE(lifeline.somebody_lives());
}

TEST_P(RunContract, Point9_ManyThreadsRunCommandsAtOnce) {
  std::atomic<int> succeeded_runs{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&, i] {
      const std::string word = "word" + std::to_string(i);
      const Result result = run(shell("echo " + word, GetParam()));
      if (result.outcome == Outcome(Exited{0}) && result.standard_output == word + "\n") ++succeeded_runs;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(succeeded_runs, 16);
}

}  // namespace
}  // namespace cloche::process
