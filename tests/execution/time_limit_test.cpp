#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

namespace cloche::execution {
namespace {

using notebook::CellStatus;
using std::chrono::milliseconds;
using testing::ExecutionTest;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

class TimeLimit : public ExecutionTest {
 protected:
  Result run_timed() {
    const auto before = Clock::now();
    const Result result = run();
    took_ = Clock::now() - before;
    return result;
  }
  Clock::duration took_{};
};

TEST_F(TimeLimit, InterruptsACellAndGoesOnWithWhatDoesNotNeedIt) {
  cells({"import time\nprint('working')\ntime.sleep(600)", "print('needs it')", "print('does not')"});
  needs(1, 0);
  request_.cell_timeout = milliseconds(300);
  const Result result = run_timed();
  EXPECT_EQ(result.status, RunStatus::timed_out);
  EXPECT_EQ(result.reason, "the time limit of 300 ms for a cell was exceeded in cell 1");
  EXPECT_EQ(status(0), CellStatus::timed_out);
  EXPECT_EQ(printed(0), "working\n");
  EXPECT_EQ(error(0).kind, "interruption");
  EXPECT_EQ(error(0).message, "This cell was stopped after its time limit of 300 ms");
  EXPECT_THAT(error(0).traceback, HasSubstr("time.sleep(600)"));
  EXPECT_EQ(error(0).line, 3u);
  EXPECT_EQ(status(1), CellStatus::prevented);
  EXPECT_EQ(status(2), CellStatus::succeeded);
  EXPECT_EQ(printed(2), "does not\n");
  EXPECT_LT(took_, milliseconds(900));
}

TEST_F(TimeLimit, InterruptsWhatTheCellStarted) {
  cells({"import subprocess\nsubprocess.run(['sleep', '600'])"});
  request_.cell_timeout = milliseconds(300);
  EXPECT_EQ(run_timed().status, RunStatus::timed_out);
  EXPECT_THAT(error(0).traceback, HasSubstr("KeyboardInterrupt"));
  EXPECT_LT(took_, milliseconds(900));
}

TEST_F(TimeLimit, InterruptsATopLevelAwait) {
  cells({"import asyncio\nawait asyncio.sleep(600)", "print('next')"});
  request_.cell_timeout = milliseconds(300);
  EXPECT_EQ(run_timed().status, RunStatus::timed_out);
  EXPECT_EQ(status(0), CellStatus::timed_out);
  EXPECT_EQ(printed(1), "next\n");
}

TEST_F(TimeLimit, KillsACellThatIgnoresTheInterrupt) {
  for (const std::string code :
       {"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
        "import itertools; sum(itertools.repeat(0))",
        "import time\nwhile True:\n  try: time.sleep(600)\n  except BaseException: pass"}) {
    cells({"print('start')", "print('partial')\n" + code, "assert False", "print('tail')"});
    request_.cell_timeout = milliseconds(300);
    request_.stop.grace = milliseconds(300);
    const Result result = run_timed();
    EXPECT_EQ(result.status, RunStatus::timed_out);
    EXPECT_EQ(result.reason, "the time limit of 300 ms for a cell was exceeded in cell 2");
    EXPECT_EQ(notebook_.run->ended_early, result.reason);
    EXPECT_EQ(status(0), CellStatus::succeeded);
    EXPECT_EQ(status(1), CellStatus::timed_out);
    EXPECT_EQ(printed(1), "partial\n");
    EXPECT_EQ(error(1).message, "This cell was stopped: the time limit of 300 ms for a cell was exceeded");
    EXPECT_EQ(status(2), CellStatus::not_run);
    EXPECT_EQ(status(3), CellStatus::not_run);
    EXPECT_GE(took_, milliseconds(600));
    EXPECT_LT(took_, milliseconds(1500));
  }
}

TEST_F(TimeLimit, ForTheWholeNotebookEndsTheRun) {
  for (const std::string code :
       {"import time; time.sleep(600)", "import ctypes; ctypes.CDLL(None).sleep(600)",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass"}) {
    cells({"print('start')", "print('partial')\n" + code, "print('tail')"});
    request_.timeout = milliseconds(500);
    request_.stop.grace = milliseconds(300);
    const Result result = run_timed();
    EXPECT_EQ(result.status, RunStatus::timed_out);
    EXPECT_EQ(result.reason, "the time limit of 500 ms for the notebook was exceeded in cell 2");
    EXPECT_EQ(printed(0), "start\n");
    EXPECT_EQ(printed(1), "partial\n");
    EXPECT_EQ(status(1), CellStatus::timed_out);
    EXPECT_EQ(status(2), CellStatus::not_run);
    EXPECT_LT(took_, milliseconds(1500));
  }
}

TEST_F(TimeLimit, DoesNotStrikeTheNextCellForTheLastOne) {
  // Each cell ends by itself just when its time is over, so that the interrupt is on its way.
  std::vector<std::string> sources;
  for (int i = 0; i < 10; ++i) {
    sources.push_back("import time\nend = time.monotonic() + 0.1\nwhile time.monotonic() < end: pass");
    sources.push_back("for i in range(10000): pass");
  }
  cells(sources);
  request_.cell_timeout = milliseconds(100);
  run();
  for (std::size_t cell = 1; cell < sources.size(); cell += 2)
    EXPECT_EQ(status(cell), CellStatus::succeeded) << cell;
}

}  // namespace
}  // namespace cloche::execution
