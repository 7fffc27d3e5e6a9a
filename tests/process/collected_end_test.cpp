// A program around the library that collects every child, as one does that ignores SIGCHLD.

#include <csignal>

#include <gmock/gmock.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

class CollectedEnd : public testing::ProcessTest {
 protected:
  CollectedEnd() : before_(std::signal(SIGCHLD, SIG_IGN)) {}
  ~CollectedEnd() override { std::signal(SIGCHLD, before_); }

  static Outcome outcome_in(Tier tier) {
    Command command;
    command.argv = {"sh", "-c", "exit 3"};
    command.tier = tier;
    return run(command).outcome;
  }

 private:
  void (*before_)(int);
};

TEST_F(CollectedEnd, IsToldByTheGuardianAllTheSame) {
  EXPECT_EQ(outcome_in(Tier::pid_namespace), Outcome(Exited{3}));
  EXPECT_EQ(outcome_in(Tier::subreaper), Outcome(Exited{3}));
}

TEST_F(CollectedEnd, IsLostWithoutAGuardianAndNotTakenForSuccess) {
  EXPECT_TRUE(std::holds_alternative<Lost>(outcome_in(Tier::process_group)));
}

}  // namespace
}  // namespace cloche::process
