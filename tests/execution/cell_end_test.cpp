#include "execution/cell_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/worker_end.hpp"

namespace cloche::execution {
namespace {

using notebook::Cell;
using notebook::CellStatus;
using notebook::ErrorOutput;
using notebook::ResultOutput;
using notebook::StreamOutput;
using std::chrono::milliseconds;
using testing::ElementsAre;

Cell cell_that_printed() {
  Cell cell;
  cell.outputs = {StreamOutput{notebook::StreamName::standard_output, "printed"}};
  return cell;
}

Finished failed_with(const std::string& kind, const std::string& name) {
  Finished finished;
  finished.status = Finished::Status::failed;
  finished.error = {kind, name, "message", "traceback", 3};
  finished.duration = milliseconds(5);
  return finished;
}

TEST(CellEnd, AddsTheResultBehindWhatWasPrinted) {
  Cell cell = cell_that_printed();
  Finished finished;
  finished.result = {{{"text/plain", "2"}}, "{\"a\":1}"};
  finished.duration = milliseconds(5);
  const TurnEnd end = record_finished(cell, finished);
  EXPECT_EQ(end.status, CellStatus::succeeded);
  EXPECT_EQ(cell.status, CellStatus::succeeded);
  EXPECT_EQ(cell.duration, milliseconds(5));
  EXPECT_THAT(cell.outputs, ElementsAre(testing::_, notebook::Output(finished.result)));
}

TEST(CellEnd, AddsNoResultWhenThereIsNone) {
  Cell cell;
  record_finished(cell, Finished{});
  EXPECT_TRUE(cell.outputs.empty());
}

TEST(CellEnd, TellsWhichExceptionEndedTheCell) {
  Cell cell;
  const TurnEnd end = record_finished(cell, failed_with("exception", "KeyError"));
  EXPECT_EQ(end.status, CellStatus::failed);
  EXPECT_EQ(end.exception, "KeyError");
  EXPECT_EQ(std::get<ErrorOutput>(cell.outputs.at(0)).traceback, "traceback");
}

TEST(CellEnd, TakesAKeyboardInterruptForAnInterruption) {
  for (const Finished& finished :
       {failed_with("exception", "KeyboardInterrupt"), failed_with("interruption", "CancelledError")}) {
    Cell cell;
    EXPECT_EQ(record_finished(cell, finished).status, CellStatus::interrupted);
  }
}

TEST(CellEnd, SaysThatTheTimeLimitStruckAndWhere) {
  Cell cell = cell_that_printed();
  record_timed_out(cell, failed_with("interruption", "KeyboardInterrupt"), milliseconds(2500));
  EXPECT_EQ(cell.status, CellStatus::timed_out);
  EXPECT_THAT(cell.outputs, ElementsAre(testing::_, notebook::Output(ErrorOutput{
                                                        "interruption", "TimeoutError",
                                                        "This cell was stopped after its time limit of 2.5 s",
                                                        "traceback", 3})));
}

TEST(CellEnd, KeepsTheResultOfACellThatDefiedItsTimeLimit) {
  Cell cell;
  Finished finished;
  finished.result = {{{"text/plain", "2"}}, ""};
  record_timed_out(cell, finished, milliseconds(500));
  EXPECT_EQ(cell.status, CellStatus::timed_out);
  ASSERT_EQ(cell.outputs.size(), 2u);
  EXPECT_EQ(std::get<ErrorOutput>(cell.outputs[1]).message,
            "This cell was stopped after its time limit of 500 ms");
}

TEST(CellEnd, SaysWhatBefellTheWorker) {
  Cell cell = cell_that_printed();
  record_abandoned(cell, RunStatus::worker_died, "exited with status 7", milliseconds(9));
  EXPECT_EQ(cell.status, CellStatus::interrupted);
  EXPECT_EQ(cell.duration, milliseconds(9));
  ASSERT_EQ(cell.outputs.size(), 2u);
  EXPECT_EQ(std::get<ErrorOutput>(cell.outputs[1]).message,
            "The worker exited with status 7 while this cell was running");
  EXPECT_EQ(std::get<ErrorOutput>(cell.outputs[1]).kind, "interruption");
}

TEST(CellEnd, TellsATimeOutFromACancellation) {
  Cell timed_out;
  record_abandoned(timed_out, RunStatus::timed_out, "the limit struck", {});
  EXPECT_EQ(timed_out.status, CellStatus::timed_out);
  Cell cancelled;
  record_abandoned(cancelled, RunStatus::cancelled, "", {});
  EXPECT_EQ(cancelled.status, CellStatus::interrupted);
}

TEST(WorkerEnd, SaysHowAWorkerEnded) {
  EXPECT_EQ(describe_end(process::Exited{0}), "exited with status 0");
  EXPECT_EQ(describe_end(process::Signaled{9, false}), "was killed by signal 9 (SIGKILL)");
  EXPECT_EQ(describe_end(process::Signaled{11, false}),
            "was killed by signal 11 (SIGSEGV), a segmentation fault");
}

TEST(WorkerEnd, CountsCellsFromOneAndNamesThoseThatHaveNames) {
  notebook::Notebook notebook;
  notebook.cells.resize(2);
  notebook.cells[1].name = "total";
  EXPECT_EQ(describe_cell(notebook, 0), "cell 1");
  EXPECT_EQ(describe_cell(notebook, 1), "cell 2 `total`");
}

TEST(WorkerEnd, WritesDurationsAsPeopleDo) {
  EXPECT_EQ(describe_duration(milliseconds(3000)), "3 s");
  EXPECT_EQ(describe_duration(milliseconds(2500)), "2.5 s");
  EXPECT_EQ(describe_duration(milliseconds(20)), "20 ms");
  EXPECT_EQ(describe_duration(milliseconds(120000)), "120 s");
}

}  // namespace
}  // namespace cloche::execution
