#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

namespace cloche::execution {
namespace {

using notebook::CellStatus;
using std::chrono::milliseconds;
using testing::ExecutionTest;
using Clock = std::chrono::steady_clock;

class Cancelling : public ExecutionTest {
 protected:
  Cancelling() { ::mkfifo(path("reached").c_str(), 0600); }

  /// Runs, and calls `then` when the notebook has opened the pipe "reached" for writing.
  template <typename Then>
  Result run_until_reached(Then then) {
    std::thread waiter([&] {
      std::ifstream(path("reached"));
      then();
    });
    const Result result = run();
    waiter.join();
    return result;
  }
};

TEST_F(Cancelling, KeepsWhatFinished) {
  cells({"print('first')\n1", "print('partial')\nopen('reached', 'w')\nimport time; time.sleep(600)",
         "print('never')"});
  const Result result = run_until_reached([&] { cancellation_.request(); });
  EXPECT_EQ(result.status, RunStatus::cancelled);
  EXPECT_EQ(status(0), CellStatus::succeeded);
  EXPECT_EQ(notebook_.cells[0].outputs.size(), 2u);
  EXPECT_EQ(status(1), CellStatus::interrupted);
  EXPECT_EQ(printed(1), "partial\n");
  EXPECT_EQ(error(1).message, "The export was stopped while this cell was running");
  EXPECT_EQ(status(2), CellStatus::not_run);
  EXPECT_EQ(notebook_.run->ended_early, "the export was stopped in cell 2");
}

TEST_F(Cancelling, LetsTheNotebookSayGoodbyeAndStartsNoOtherCell) {
  cells({R"(
import signal, sys, time
def bye(*a):
    print('handled'); sys.exit(3)
signal.signal(signal.SIGTERM, bye)
)",
         "open('reached', 'w')\ntime.sleep(600)", "open('third', 'w')"});
  const Result result = run_until_reached([&] { cancellation_.request(); });
  EXPECT_EQ(result.status, RunStatus::cancelled);
  EXPECT_EQ(printed(1), "handled\n");
  EXPECT_EQ(status(2), CellStatus::not_run);
  EXPECT_FALSE(exists("third"));
}

TEST_F(Cancelling, CountsEvenIfTheLastCellEndsInItsOwnWay) {
  cells({R"(
import signal, sys, time
def bye(*a): sys.exit(3)
signal.signal(signal.SIGTERM, bye)
open('reached', 'w')
time.sleep(600)
)"});
  EXPECT_EQ(run_until_reached([&] { cancellation_.request(); }).status, RunStatus::cancelled);
}

TEST_F(Cancelling, LeavesTheNotebookItsGraceWhateverACellsTimeLimitSays) {
  cells({R"(
import signal, sys, time
def bye(*a):
    end = time.monotonic() + 0.6
    while time.monotonic() < end: time.monotonic()
    print('said goodbye'); sys.exit(3)
signal.signal(signal.SIGTERM, bye)
open('reached', 'w')
time.sleep(600)
)"});
  request_.cell_timeout = milliseconds(400);
  request_.stop.grace = std::chrono::minutes(10);
  EXPECT_EQ(run_until_reached([&] { cancellation_.request(); }).status, RunStatus::cancelled);
  EXPECT_EQ(printed(0), "said goodbye\n");
}

TEST_F(Cancelling, CanBeHurried) {
  cells(
      {"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen('reached', 'w')\nwhile True: "
       "pass"});
  request_.stop.grace = std::chrono::minutes(10);
  const auto before = Clock::now();
  EXPECT_EQ(run_until_reached([&] {
              cancellation_.request();
              cancellation_.hurry();
            }).status,
            RunStatus::cancelled);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
}

TEST_F(Cancelling, StartsNoCellOnceRequested) {
  cells({"1", "open('second', 'w')"});
  request_.on_cell_started = [&](std::size_t cell, std::size_t, std::size_t) {
    if (cell == 0) cancellation_.request();
  };
  EXPECT_EQ(run().status, RunStatus::cancelled);
  EXPECT_FALSE(exists("second"));
}

TEST_F(Cancelling, AfterTheLastCellOnlyShortensTheEnd) {
  cells(
      {"import atexit, time\ndef bye():\n    open('reached', 'w')\n    "
       "time.sleep(600)\natexit.register(bye)\n1"});
  request_.stop.grace = std::chrono::minutes(10);
  const Result result = run_until_reached([&] { cancellation_.request(); });
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(status(0), CellStatus::succeeded);
}

}  // namespace
}  // namespace cloche::execution
