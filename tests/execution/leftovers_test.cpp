#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

// Nothing of a run stays: no process, and no more memory than a cell may use for what it prints.
namespace cloche::execution {
namespace {

using notebook::CellStatus;
using std::chrono::milliseconds;
using ::testing::EndsWith;
using testing::ExecutionTest;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Clock = std::chrono::steady_clock;

class Leftovers : public ExecutionTest, public ::testing::WithParamInterface<process::Tier> {
 protected:
  Leftovers() { request_.tier = GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(EveryTier, Leftovers,
                         ::testing::Values(process::Tier::pid_namespace, process::Tier::subreaper,
                                           process::Tier::process_group),
                         [](const auto& tested) {
                           std::string name(process::name_of(tested.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(Leftovers, BackgroundProcessesThatHoldThePipesDoNotHoldUpTheEnd) {
  cells({R"(
import subprocess, sys, os
print('before')
subprocess.Popen('sleep 600 &', shell=True).wait()
p = subprocess.Popen(['sh', '-c', 'echo tick; while :; do sleep .01; echo tick; done'], stdout=subprocess.PIPE)
p.stdout.readline()
subprocess.Popen(['sh', '-c', 'while :; do echo tock; sleep .01; done'])
)",
         "print('last words')"});
  const auto before = Clock::now();
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(2));
  EXPECT_THAT(printed(1), HasSubstr("last words"));
  // Without a guardian nobody counts.
  if (GetParam() != process::Tier::process_group) {
    EXPECT_GT(result.stragglers, 0);
  }
}

TEST_P(Leftovers, ARunThatLeavesNothingCountsNothing) {
  cells({"import subprocess; subprocess.run('true')"});
  EXPECT_EQ(run().stragglers, 0);
}

class Memory : public ExecutionTest {
 protected:
  static std::size_t resident_bytes() {
    std::ifstream statistics("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    statistics >> total >> resident;
    return resident * 4096;
  }
};

TEST_F(Memory, StaysBoundedWhateverIsPrinted) {
  cells({"print('first line')\nfor i in range(100): print('x' * 1_000_000)", "print('later')"});
  const std::size_t before = resident_bytes();
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_LT(resident_bytes() - before, 60'000'000u);
  EXPECT_THAT(standard_output(0), StartsWith("first line\nxxx"));
  EXPECT_EQ(standard_output(0).size(), 10'000'000u);
  EXPECT_THAT(printed(0),
              EndsWith("[\n[90,000,111 more bytes were printed and left out: the first 10,000,000 of a "
                       "cell are kept]\n]"));
  EXPECT_EQ(printed(1), "later\n");
}

TEST_F(Memory, EndlessPrintingEndsAtTheTimeLimit) {
  cells({"print('first line')\nwhile True: print('spam ' * 20)", "print('later')"});
  request_.timeout = milliseconds(1000);
  EXPECT_EQ(run().status, RunStatus::timed_out);
  EXPECT_THAT(standard_output(0), StartsWith("first line\nspam spam"));
  EXPECT_LE(standard_output(0).size(), 10'000'000u);
}

TEST_F(Memory, ALargeResultIsWhole) {
  environment_.variables.set = {{"MARIMO_OUTPUT_MAX_BYTES", "100000000"}};
  cells({"class Large:\n    def _mime_(self): return ('text/html', 'y' * 50_000_000)\nLarge()"});
  EXPECT_EQ(run().status, RunStatus::completed);
  ASSERT_EQ(notebook_.cells[0].outputs.size(), 1u);
  EXPECT_EQ(std::get<notebook::ResultOutput>(notebook_.cells[0].outputs[0]).data[0].data.size(), 50'000'000u);
}

TEST_F(Memory, ALargeNotebookRuns) {
  cells({"x = '" + std::string(50'000'000, 'z') + "'\nprint(len(x))"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "50000000\n");
}

}  // namespace
}  // namespace cloche::execution
