// How a tree is asked to stop, seen by a command that writes down the signals it gets.

#include <cerrno>
#include <csignal>

#include <gmock/gmock.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/error.hpp>
#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using testing::TierTest;
using namespace std::chrono_literals;

class StopPolicyOf : public TierTest {
 protected:
  Command diary(const std::string& company, int last = 0) {
    Command command;
    command.argv = {testing::program("signal_diary"), company, std::to_string(last)};
    command.standard_output = Stdio::pipe();
    command.tier = GetParam();
    return command;
  }

  /// Stops the command by `stop` when everybody is there; what was written down until the end.
  std::vector<std::string> written_down(const Command& command, ConversationOptions options,
                                        const std::function<void(Conversation&)>& when_ready) {
    options.by_line = true;
    Conversation conversation(command, options);
    std::vector<std::string> lines;
    for (;;) {
      const Event event = *conversation.next();
      if (const auto* received = std::get_if<Received>(&event)) {
        lines.emplace_back(received->bytes);
        if (lines.size() == 1 && when_ready) when_ready(conversation);
      } else if (const auto* outcome = std::get_if<Outcome>(&event)) {
        outcome_ = *outcome;
        stragglers_ = conversation.child().stragglers();
        return lines;
      }
    }
  }

  std::vector<std::string> written_down(const Command& command, const StopPolicy& policy) {
    return written_down(command, {}, [&](Conversation& talk) { talk.child().request_stop(policy); });
  }

  Outcome outcome_;
  int stragglers_ = -1;
};
INSTANTIATE_TEST_SUITE_P(, StopPolicyOf, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

const StopPolicy int_then_term = {.signal = SIGINT, .grace = 50ms, .escalation = {{SIGTERM, 50ms}}};

TEST_P(StopPolicyOf, AStopAsksWithEachSignalInTurnAndKillsInTheEnd) {
  EXPECT_THAT(written_down(diary("alone"), int_then_term),
              ElementsAre("main ready", "main SIGINT", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
}

TEST_P(StopPolicyOf, ADeadlineAsksWithEachSignalInTurnToo) {
  ConversationOptions options;
  options.stop = int_then_term;
  options.deadline = Child::Clock::now() + 1s;
  EXPECT_THAT(written_down(diary("alone"), options, nullptr),
              ElementsAre("main ready", "main SIGINT", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(TimedOut{true}));
}

TEST_P(StopPolicyOf, ACancellationAsksWithEachSignalInTurnToo) {
  Cancellation cancellation;
  ConversationOptions options;
  options.stop = int_then_term;
  options.cancellation = &cancellation;
  EXPECT_THAT(written_down(diary("alone"), options, [&](Conversation&) { cancellation.request(); }),
              ElementsAre("main ready", "main SIGINT", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
}

TEST_P(StopPolicyOf, WhoObeysASecondSignalIsNotKilled) {
  const StopPolicy policy = {.signal = SIGINT, .grace = 50ms, .escalation = {{SIGTERM, 20s}}};
  const auto began = Child::Clock::now();
  EXPECT_THAT(written_down(diary("alone", SIGTERM), policy),
              ElementsAre("main ready", "main SIGINT", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{false}));
  EXPECT_LT(Child::Clock::now() - began, 10s) << "an end that comes earlier ends the waiting";
}

TEST_P(StopPolicyOf, NoGraceAsksNobody) {
  EXPECT_THAT(written_down(diary("alone"), {.grace = 0ms}), ElementsAre("main ready"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
}

TEST_P(StopPolicyOf, TheWholeTreeIsAsked) {
  const auto lines = written_down(diary("with_child"), {.grace = 200ms});
  EXPECT_THAT(lines, Contains("main SIGTERM"));
  EXPECT_THAT(lines, Contains("child SIGTERM"));
}

TEST_P(StopPolicyOf, TheMainProcessAloneIsAskedWhereThatIsWanted) {
  const StopPolicy policy = {.grace = 20s, .audience = StopAudience::main_process};
  EXPECT_THAT(written_down(diary("with_child", SIGTERM), policy), ElementsAre("main ready", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{false}));
  if (GetParam() != Tier::process_group) {
    EXPECT_EQ(stragglers_, 1) << "what it leaves is killed";
  }
}

TEST_P(StopPolicyOf, AStoppedProcessIsContinuedToSeeTheSignal) {
  EXPECT_THAT(written_down(diary("with_stopped_child"), {.grace = 200ms}), Contains("child SIGTERM"));
}

TEST_P(StopPolicyOf, AStoppedProcessStaysStoppedWhereThatIsWanted) {
  const auto lines = written_down(diary("with_stopped_child"), {.grace = 200ms, .continue_stopped = false});
  EXPECT_THAT(lines, ElementsAre("main ready", "main SIGTERM"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
}

TEST_P(StopPolicyOf, AHurryCutsTheGraceShort) {
  Cancellation cancellation;
  ConversationOptions options;
  options.stop = {.grace = 60s, .hurried_grace = 50ms};
  options.cancellation = &cancellation;
  const auto began = Child::Clock::now();
  written_down(diary("alone"), options, [&](Conversation&) {
    cancellation.request();
    cancellation.hurry();
  });
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
  EXPECT_LT(Child::Clock::now() - began, 10s);
}

TEST_P(StopPolicyOf, ALaterStopBringsTheEndNearer) {
  const auto began = Child::Clock::now();
  written_down(diary("alone"), {}, [&](Conversation& talk) {
    talk.child().request_stop({.grace = 60s});
    talk.child().request_stop({.grace = 50ms});
    talk.child().request_stop({.grace = 60s});
  });
  EXPECT_EQ(outcome_, Outcome(Cancelled{true}));
  EXPECT_LT(Child::Clock::now() - began, 10s);
}

TEST_P(StopPolicyOf, AGraceWithoutEndIsWaitedForNotCutOff) {
  const StopPolicy forever = {
      .signal = SIGINT, .grace = std::chrono::milliseconds::max(), .escalation = {{SIGTERM, 20s}}};
  EXPECT_THAT(written_down(diary("alone", SIGINT), forever), ElementsAre("main ready", "main SIGINT"));
  EXPECT_EQ(outcome_, Outcome(Cancelled{false}));
}

TEST_P(StopPolicyOf, ADeadlineAtTheEndOfTimeIsNoDeadline) {
  Command command;
  command.argv = {"/bin/sh", "-c", "exit 3"};
  command.tier = GetParam();
  EXPECT_EQ(Child(command, Child::Clock::time_point::max()).wait(), Outcome(Exited{3}));
  RunOptions options;
  options.timeout = std::chrono::milliseconds::max();
  EXPECT_EQ(run(command, options).outcome, Outcome(Exited{3}));
}

TEST_P(StopPolicyOf, MoreStepsThanEightAreAnError) {
  StopPolicy policy;
  policy.escalation.assign(7, {SIGTERM, 10ms});
  EXPECT_EQ(Child(diary("alone", SIGTERM), std::nullopt, policy).stop({.grace = 0ms}),
            Outcome(Cancelled{true}));
  policy.escalation.emplace_back();
  try {
    const Child child(diary("alone", SIGTERM), std::nullopt, policy);
    ADD_FAILURE() << "it was started";
  } catch (const Error& error) {
    EXPECT_EQ(error.code().value(), EINVAL);
  }
}

TEST(StopPolicy, TheTotalGraceIsThatOfAllSteps) {
  EXPECT_EQ(StopPolicy{}.total_grace(), 5s);
  EXPECT_EQ(int_then_term.total_grace(), 100ms);
  const StopPolicy forever = {.grace = std::chrono::milliseconds::max(), .escalation = {{SIGTERM, 1ms}}};
  EXPECT_EQ(forever.total_grace(), std::chrono::milliseconds::max());
}

TEST(StopPolicy, AHurriedOneKeepsTheFirstSignalAndTheAudience) {
  StopPolicy policy = int_then_term;
  policy.hurried_grace = 70ms;
  policy.audience = StopAudience::main_process;
  policy.continue_stopped = false;
  const StopPolicy hurried = policy.hurried();
  EXPECT_EQ(hurried.signal, SIGINT);
  EXPECT_EQ(hurried.total_grace(), 70ms);
  EXPECT_THAT(hurried.escalation, ::testing::IsEmpty());
  EXPECT_EQ(hurried.audience, StopAudience::main_process);
  EXPECT_FALSE(hurried.continue_stopped);
}

TEST(StopPolicy, AHurriedOneIsNeverSlower) {
  StopPolicy policy = {.grace = 10ms, .hurried_grace = 1s, .escalation = {{SIGINT, 20ms}}};
  EXPECT_EQ(policy.hurried().total_grace(), 30ms);
}

}  // namespace
}  // namespace cloche::process
