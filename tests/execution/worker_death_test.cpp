#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

// A worker that dies is noticed at once and named; what was made before is kept.
namespace cloche::execution {
namespace {

using notebook::CellStatus;
using ::testing::EndsWith;
using testing::ExecutionTest;
using ::testing::HasSubstr;

struct Death {
  const char* name;
  const char* code;
  const char* reason;
};

class WorkerDeath : public ExecutionTest, public ::testing::WithParamInterface<Death> {};

TEST_P(WorkerDeath, IsNoticedAndNamedAndKeepsWhatWasMade) {
  cells({"print('first cell')\n", "print('partial')\n" + std::string(GetParam().code), "print('never')"});
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_EQ(result.reason, std::string(GetParam().reason) + " in cell 2");
  EXPECT_EQ(notebook_.run->ended_early, "the worker " + result.reason);
  EXPECT_EQ(status(0), CellStatus::succeeded);
  EXPECT_EQ(printed(0), "first cell\n");
  EXPECT_EQ(status(1), CellStatus::interrupted);
  EXPECT_EQ(printed(1).substr(0, 8), "partial\n");
  EXPECT_EQ(error(1).kind, "interruption");
  EXPECT_EQ(error(1).message,
            "The worker " + std::string(GetParam().reason) + " while this cell was running");
  EXPECT_EQ(status(2), CellStatus::not_run);
  EXPECT_TRUE(notebook_.cells[2].outputs.empty());
}

INSTANTIATE_TEST_SUITE_P(
    EveryWay, WorkerDeath,
    ::testing::Values(
        Death{"Killed", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
              "was killed by signal 9 (SIGKILL)"},
        Death{"LeftWithStatus0", "import os; os._exit(0)", "exited with status 0"},
        Death{"LeftWithStatus7", "import os; os._exit(7)", "exited with status 7"},
        Death{"SegmentationFault", "import ctypes; ctypes.string_at(0)",
              "was killed by signal 11 (SIGSEGV), a segmentation fault"},
        Death{"Aborted", "import os; os.abort()", "was killed by signal 6 (SIGABRT)"},
        Death{"Terminated", "import os, signal; os.kill(os.getpid(), signal.SIGTERM); signal.pause()",
              "was killed by signal 15 (SIGTERM)"},
        Death{"LeftFromAThread",
              "import threading, os; threading.Thread(target=lambda: os._exit(5)).start(); import time; "
              "time.sleep(600)",
              "exited with status 5"},
        Death{"LeftWhileADaemonHoldsThePipes",
              "import subprocess, os; subprocess.Popen(['sleep', '600'], start_new_session=True, "
              "close_fds=False); os._exit(3)",
              "exited with status 3"},
        Death{"Replaced", "import os; os.execvp('false', ['false'])", "exited with status 1"}),
    [](const auto& tested) { return tested.param.name; });

class Misfortune : public ExecutionTest {};

TEST_F(Misfortune, OfLostStreamsIsNoReasonToHang) {
  cells({"print('first cell')", "import os; os.close(1); os.close(2); print('x' * 100000)", "1"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "first cell\n");
  EXPECT_NE(status(1), CellStatus::not_run);
}

TEST_F(Misfortune, OfClosingEveryDescriptorIsNoticed) {
  cells({"print('first cell')", "import os; os.closerange(3, 65536)\nwhile True: pass"});
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_EQ(result.reason, "closed its connection to cloche in cell 2");
}

TEST_F(Misfortune, OfMissingMemoryIsAnOrdinaryError) {
  cells(
      {"import resource; resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32)); x = bytearray(2**33)", "1"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(status(0), CellStatus::failed);
  EXPECT_EQ(error(0).name, "MemoryError");
  EXPECT_EQ(status(1), CellStatus::succeeded);
}

TEST_F(Misfortune, BetweenTwoCellsIsLaidAtNobodysDoor) {
  cells({R"(
import os, signal
signal.signal(signal.SIGTERM, lambda *a: sys.exit(3))
import sys
os.kill(os.getpid(), signal.SIGTERM)
)",
         "print('never')"});
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_EQ(result.reason, "exited with status 0 after cell 1");
  EXPECT_EQ(status(0), CellStatus::failed);
  EXPECT_EQ(status(1), CellStatus::not_run);
  EXPECT_TRUE(notebook_.cells[1].outputs.empty());
}

}  // namespace
}  // namespace cloche::execution
