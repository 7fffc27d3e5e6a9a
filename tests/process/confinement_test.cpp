// A confined command can't signal what is outside its tree; one that is not can.

#include <csignal>

#include <gmock/gmock.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::TierTest;

/// In a PID namespace nobody outside has a number at all.
class ConfinementIn : public TierTest {
 protected:
  Outcome signal_outsider(const testing::Helper& outsider, bool confined) {
    Command command;
    command.argv = {"/bin/sh", "-c", "kill -TERM " + std::to_string(outsider.pid())};
    command.tier = GetParam();
    command.confined = confined;
    return run(command).outcome;
  }
};
INSTANTIATE_TEST_SUITE_P(, ConfinementIn, ::testing::Values(Tier::subreaper, Tier::process_group),
                         testing::tier_test_name);

TEST_P(ConfinementIn, WithoutItACommandMaySignalOthers) {
  testing::Helper outsider({"/bin/sleep", "1000"}, {});
  EXPECT_EQ(signal_outsider(outsider, false), Outcome(Exited{0}));
  EXPECT_EQ(outsider.status(), SIGTERM);
}

TEST_P(ConfinementIn, WithItTheKernelRefusesWhereItCan) {
  const Offer landlock = Ownership::explain().additions.back();
  if (!landlock.available) GTEST_SKIP() << landlock.detail;
  testing::Helper outsider({"/bin/sleep", "1000"}, {});
  EXPECT_EQ(signal_outsider(outsider, true), Outcome(Exited{1}));
  outsider.send(SIGKILL);
  EXPECT_EQ(outsider.status(), SIGKILL) << "it still lived";
}

TEST_P(ConfinementIn, WithItTheCommandGainsNoRights) {
  for (const bool confined : {true, false}) {
    Command command;
    command.argv = {"/bin/grep", "NoNewPrivs", "/proc/self/status"};
    command.tier = GetParam();
    command.confined = confined;
    EXPECT_EQ(run(command).standard_output, confined ? "NoNewPrivs:\t1\n" : "NoNewPrivs:\t0\n");
  }
}

}  // namespace
}  // namespace cloche::process
