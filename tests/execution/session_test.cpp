#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

// What cloche makes of workers that don't behave: scripts stand in for the real one.
namespace cloche::execution {
namespace {

using notebook::CellStatus;
using std::chrono::milliseconds;
using testing::ExecutionTest;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Clock = std::chrono::steady_clock;

class Session : public ExecutionTest {
 protected:
  Session() { cells({"", ""}); }
};

// Speaks the protocol well; what `turn(cell)` does is the script's.
const std::string well_behaved = R"(
source = os.fdopen(commands, "rb")
opened = json.loads(source.readline())["open"]
marker = 0
def send(event, **fields):
    os.write(events, (json.dumps({"event": event, **fields}) + "\n").encode())
def mark(fds=(1, 2)):
    global marker
    marker += 1
    for fd in fds: os.write(fd, b"\x1b]%s;%d\x07" % (opened["marker"].encode(), marker))
    return marker
def serve(turn):
    send("ready", python="3.0.0")
    for line in source:
        cell = json.loads(line)["run"]
        turn(cell)
)";

TEST_F(Session, SaysThatTheInterpreterIsNotThere) {
  environment_.python = path("nowhere/python");
  try {
    run();
    FAIL();
  } catch (const StartError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path("nowhere/python")));
    EXPECT_THAT(error.what(), HasSubstr("No such file or directory"));
  }
}

TEST_F(Session, SaysWhyAWorkerDidNotComeUp) {
  worker_script("print('noise'); sys.exit('no module named nothing')");
  try {
    run();
    FAIL();
  } catch (const StartError& error) {
    EXPECT_THAT(error.what(), HasSubstr("exited with status 1"));
    EXPECT_THAT(error.what(), HasSubstr("no module named nothing"));
  }
}

TEST_F(Session, LeavesTheCellsAloneWhenCancelledBeforeTheFirst) {
  worker_script("time.sleep(600)");
  cancellation_.request();
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::cancelled);
  EXPECT_EQ(status(0), CellStatus::not_run);
  EXPECT_TRUE(notebook_.cells[0].outputs.empty());
  EXPECT_THAT(notebook_.run->ended_early, HasSubstr("before the first cell"));
}

TEST_F(Session, EndsAtTheNotebooksTimeLimitBeforeTheFirstCell) {
  worker_script("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(600)");
  request_.timeout = milliseconds(300);
  request_.stop.grace = milliseconds(100);
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::timed_out);
  EXPECT_EQ(result.reason, "the time limit of 300 ms for the notebook was exceeded before the first cell");
  EXPECT_EQ(status(0), CellStatus::not_run);
}

TEST_F(Session, StopsAWorkerThatReportsNonsense) {
  worker_script(well_behaved + R"(
def turn(cell):
    os.write(1, b"printed")
    os.write(events, b"nonsense\n")
    time.sleep(600)
serve(turn)
)");
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_THAT(result.reason, StartsWith("reported something that makes no sense"));
  EXPECT_THAT(result.reason, HasSubstr("in cell 1"));
  EXPECT_EQ(printed(0), "printed");
  EXPECT_EQ(status(0), CellStatus::interrupted);
  EXPECT_EQ(status(1), CellStatus::not_run);
}

TEST_F(Session, StopsAWorkerThatAnswersForAnotherCell) {
  worker_script(well_behaved + R"(
serve(lambda cell: send("finished", cell="another", status="succeeded"))
)");
  EXPECT_EQ(run().status, RunStatus::worker_died);
}

TEST_F(Session, StopsAWorkerThatLivesButCanReportNothing) {
  worker_script(well_behaved + R"(
def turn(cell):
    os.close(events)
    time.sleep(600)
serve(turn)
)");
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_EQ(result.reason, "closed its connection to cloche in cell 1");
}

TEST_F(Session, KeepsWhatAFinishedCellPrintedWhereverTheWorkerDiesThen) {
  worker_script(well_behaved + R"(
def turn(cell):
    os.write(1, b"printed")
    send("finished", cell=cell, status="succeeded", data=[["text/plain", "2"]], marker=mark())
    os._exit(7)
serve(turn)
)");
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::worker_died);
  EXPECT_THAT(result.reason, StartsWith("exited with status 7"));
  EXPECT_EQ(status(0), CellStatus::succeeded);
  ASSERT_EQ(notebook_.cells[0].outputs.size(), 2u);
  EXPECT_EQ(printed(0), "printed");
}

TEST_F(Session, GivesTextWithoutMarkersToTheCellThatRan) {
  worker_script(well_behaved + R"(
def turn(cell):
    os.write(1, b"out of " + cell.encode())
    if cell == "cell0": os.close(2)
    send("finished", cell=cell, status="succeeded", marker=mark((1,)))
serve(turn)
)");
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "out of cell0");
  EXPECT_EQ(printed(1), "out of cell1");
}

TEST_F(Session, GivesEverythingReadToTheCellWhenMarkersAreGoneAltogether) {
  worker_script(well_behaved + R"(
def turn(cell):
    os.write(1, b"out")
    os.write(2, b"err")
    send("finished", cell=cell, status="succeeded")
serve(turn)
)");
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "out[err]");
  EXPECT_EQ(printed(1), "out[err]");
}

TEST_F(Session, PutsDisplaysBetweenTheTextsAroundThem) {
  worker_script(well_behaved + R"(
def turn(cell):
    for i in range(100):
        os.write(1, b"text %d\n" % i)
        send("output", cell=cell, data=[["text/plain", str(i)]], marker=mark())
    send("finished", cell=cell, status="succeeded", marker=mark())
serve(turn)
)");
  EXPECT_EQ(run().status, RunStatus::completed);
  for (const auto& cell : notebook_.cells) {
    ASSERT_EQ(cell.outputs.size(), 200u);
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_EQ(std::get<notebook::StreamOutput>(cell.outputs[2 * i]).text,
                "text " + std::to_string(i) + "\n");
      EXPECT_EQ(std::get<notebook::DisplayOutput>(cell.outputs[2 * i + 1]).data[0].data, std::to_string(i));
    }
  }
}

TEST_F(Session, GivesWhatExitHandlersPrintToTheLastCell) {
  worker_script(well_behaved + R"(
serve(lambda cell: send("finished", cell=cell, status="succeeded", marker=mark()))
os.write(1, b"goodbye")
send("packages", packages=[["numpy", "2.3.1"]])
)");
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(1), "goodbye");
  ASSERT_EQ(notebook_.run->packages.size(), 1u);
  EXPECT_EQ(notebook_.run->packages[0].first, "numpy");
  EXPECT_EQ(notebook_.run->language_version, "3.0.0");
  EXPECT_EQ(notebook_.run->ended_early, "");
}

TEST_F(Session, EndsAWorkerThatDoesNotLeaveAfterTheLastCell) {
  worker_script(well_behaved + R"(
serve(lambda cell: send("finished", cell=cell, status="succeeded", marker=mark()))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(600)
)");
  request_.stop.grace = milliseconds(200);
  const auto before = Clock::now();
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(3));
  EXPECT_EQ(status(1), CellStatus::succeeded);
}

TEST_F(Session, DoesNotMindAWorkerThatCrashesAfterTheLastCell) {
  worker_script(well_behaved + R"(
serve(lambda cell: send("finished", cell=cell, status="succeeded", marker=mark()))
os.kill(os.getpid(), signal.SIGSEGV)
)");
  EXPECT_EQ(run().status, RunStatus::completed);
}

TEST_F(Session, SendsALargeNotebookWhileTheWorkerTalks) {
  cells({std::string(50'000'000, '#'), ""});
  worker_script(R"(
for i in range(2000):
    os.write(1, b"x" * 1000)
    os.write(2, b"y" * 1000)
)" + well_behaved +
                R"(
assert len(opened["cells"][0]["source"]) == 50_000_000
serve(lambda cell: send("finished", cell=cell, status="succeeded", marker=mark()))
)");
  EXPECT_EQ(run().status, RunStatus::completed);
}

TEST_F(Session, CanBeCancelledWhileALargeNotebookWaitsToBeRead) {
  cells({std::string(50'000'000, '#')});
  worker_script("os.mkfifo('started')\nopen('started', 'w')\ntime.sleep(600)");
  std::thread canceller([this] {
    while (!exists("started")) std::this_thread::yield();
    std::ifstream(path("started"));
    cancellation_.request();
  });
  const Result result = run();
  canceller.join();
  EXPECT_EQ(result.status, RunStatus::cancelled);
}

TEST_F(Session, CountsACellAsTimedOutThatEndsInSpiteOfTheInterrupt) {
  worker_script(well_behaved + R"(
signal.signal(signal.SIGINT, lambda *a: None)
def turn(cell):
    if cell == "cell0": signal.pause()
    send("finished", cell=cell, status="succeeded", marker=mark())
serve(turn)
)");
  request_.cell_timeout = milliseconds(200);
  const Result result = run();
  EXPECT_EQ(result.status, RunStatus::timed_out);
  EXPECT_EQ(result.reason, "the time limit of 200 ms for a cell was exceeded in cell 1");
  EXPECT_EQ(status(0), CellStatus::timed_out);
  EXPECT_EQ(status(1), CellStatus::succeeded);
  EXPECT_EQ(notebook_.run->ended_early, "");
}

TEST_F(Session, TellsAboutEachCellThatStarts) {
  worker_script(well_behaved + R"(
serve(lambda cell: send("finished", cell=cell, status="succeeded", marker=mark()))
)");
  std::string told;
  request_.on_cell_started = [&](std::size_t cell, std::size_t done, std::size_t all) {
    told += std::to_string(cell) + ":" + std::to_string(done) + "/" + std::to_string(all) + " ";
  };
  run();
  EXPECT_EQ(told, "0:0/2 1:1/2 ");
}

}  // namespace
}  // namespace cloche::execution
