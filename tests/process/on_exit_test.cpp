// Whoever asks to be told how a command ends is told once, whichever way it ends.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <vector>

#include <gmock/gmock.h>

#include <cloche/process/child.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TierTest;

class OnExitIn : public TierTest {
 protected:
  Command shell(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.tier = GetParam();
    return command;
  }
  /// Has `child` tell how it ends.
  void listen_to(Child& child) {
    child.on_exit([this](const Outcome& outcome) { told_.push_back(outcome); });
  }
  std::vector<Outcome> told_;
};
INSTANTIATE_TEST_SUITE_P(, OnExitIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

TEST_P(OnExitIn, AWaitTellsOnce) {
  {
    Child child(shell("exit 3"));
    listen_to(child);
    EXPECT_EQ(child.wait(), Outcome(Exited{3}));
    EXPECT_EQ(child.wait(), Outcome(Exited{3}));
    EXPECT_EQ(child.update(), Outcome(Exited{3}));
  }
  EXPECT_THAT(told_, ElementsAre(Outcome(Exited{3})));
}

TEST_P(OnExitIn, ADestructorTellsToo) {
  {
    Child child(shell("exec sleep 1000"));
    listen_to(child);
    EXPECT_THAT(told_, IsEmpty());
  }
  EXPECT_THAT(told_, ElementsAre(Outcome(Cancelled{true})));
}

TEST_P(OnExitIn, AChildThatIsReplacedTells) {
  Child child(shell("exec sleep 1000"));
  listen_to(child);
  child = Child(shell("exit 0"));
  EXPECT_THAT(told_, ElementsAre(Outcome(Cancelled{true})));
  EXPECT_EQ(child.wait(), Outcome(Exited{0}));
  EXPECT_EQ(told_.size(), 1u) << "it was asked of the other one";
}

TEST_P(OnExitIn, AMovedChildTellsOnce) {
  {
    Child child(shell("exit 4"));
    listen_to(child);
    Child moved(std::move(child));
    EXPECT_EQ(moved.wait(), Outcome(Exited{4}));
  }
  EXPECT_THAT(told_, ElementsAre(Outcome(Exited{4})));
}

TEST_P(OnExitIn, ACommandThatNeverRanIsToldAbout) {
  Command command = shell("");
  command.argv = {"/no/such/command"};
  {
    Child child(command);
    listen_to(child);
  }
  EXPECT_THAT(told_, ElementsAre(Outcome((FailedToStart{ENOENT, "execute"}))));
}

TEST_P(OnExitIn, AStopThatComesTooLateDoesNotLoseTheEnd) {
  // Its guardian ends about when the stop is sent, and often without reading it.
  for (int i = 0; i < 30; ++i) {
    Command command = shell("");
    command.argv = {"/no/such/command"};
    Child child(command);
    ASSERT_EQ(child.stop(), Outcome((FailedToStart{ENOENT, "execute"}))) << i;
  }
}

TEST_P(OnExitIn, AForegroundJobWithoutATerminalIsAnOrdinaryCommand) {
  Command command = shell("test $(ps -o pgid= -p $$) = $$; exit $?");
  command.foreground_job = true;
  Child child(command);
  listen_to(child);
  EXPECT_EQ(child.wait_in_foreground(), Outcome(Exited{0}));
  EXPECT_EQ(child.stopped_by(), 0);
  EXPECT_THAT(told_, ElementsAre(Outcome(Exited{0})));
}

}  // namespace
}  // namespace cloche::process
