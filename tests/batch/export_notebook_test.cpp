#include "batch/export_notebook.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "artifact/temporary_folder.hpp"

namespace cloche::batch {
namespace {

using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Writes down what it hears.
class Diary : public Observer {
 public:
  void on_notice(std::string_view text) override { add("notice", text); }
  void on_warning(std::string_view text) override { add("warning", text); }
  void on_preparing(std::string_view text) override { add("preparing", text); }
  void on_cell_started(std::string_view cell, std::size_t done, std::size_t all) override {
    add("cell", std::to_string(done) + "/" + std::to_string(all) + " " + std::string(cell));
    if (when_a_cell_starts) when_a_cell_starts();
  }
  void on_writing() override {
    entries.emplace_back("writing");
    if (before_writing) before_writing();
  }
  void on_written(std::string_view, std::size_t) override { entries.emplace_back("written"); }
  bool may_overwrite(const std::string&) override {
    entries.emplace_back("may overwrite?");
    return overwrite;
  }

  std::vector<std::string> entries;
  std::function<void()> when_a_cell_starts;
  std::function<void()> before_writing;
  bool overwrite = true;

 private:
  void add(const char* what, std::string_view text) { entries.push_back(what + (": " + std::string(text))); }
};

class ExportNotebook : public testing::Test {
 protected:
  ExportNotebook() {
    request_.notebook_path = folder_.path("n.py");
    request_.output_path = folder_.path("n.html");
    request_.sandbox = false;
    request_.cancellation = &cancellation_;
    request_.stop.grace = std::chrono::milliseconds(100);
    if (const char* python = std::getenv("CLOCHE_TEST_PYTHON")) request_.python = python;
  }
  void write_notebook(const std::vector<std::string>& cells) {
    std::string text = "import marimo\napp = marimo.App()\n";
    for (const std::string& cell : cells) text += "\n@app.cell\ndef _():\n    " + cell + "\n    return\n";
    write_file(request_.notebook_path, text);
  }
  ExportResult run() { return export_notebook(request_, diary_); }

  TemporaryFolder folder_;
  process::Cancellation cancellation_;
  ExportRequest request_;
  Diary diary_;
};

TEST_F(ExportNotebook, GoesThroughTheRoomsInOrder) {
  write_notebook({"print('one')", "print('two')"});
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::done) << result.problem.message;
  EXPECT_THAT(diary_.entries, ElementsAre("cell: 0/2 cell 1", "cell: 1/2 cell 2", "writing", "written"));
  EXPECT_THAT(read_file(folder_.path("n.html")), HasSubstr("two"));
}

TEST_F(ExportNotebook, FailingCellStillGivesAPage) {
  write_notebook({"print('kept')", "1 / 0"});
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::cells_failed);
  EXPECT_THAT(result.failing_cells,
              ElementsAre(FailingCell{2, "", 11, "ZeroDivisionError: division by zero"}));
  EXPECT_THAT(read_file(folder_.path("n.html")), HasSubstr("kept"));
}

TEST_F(ExportNotebook, PlaceThatCannotBeWrittenIsFoundBeforeAnythingRuns) {
  write_notebook({"print('one')"});
  request_.output_path = folder_.path("n.py") + "/n.html";
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::not_written);
  EXPECT_THAT(result.problem.message,
              StartsWith("cannot write `" + *request_.output_path + "`: not a directory"));
  EXPECT_THAT(diary_.entries, IsEmpty());
}

TEST_F(ExportNotebook, ExistingFileIsAskedAboutBeforeAnythingRuns) {
  write_notebook({"print('one')"});
  write_file(folder_.path("n.html"), "old");
  diary_.overwrite = false;
  EXPECT_EQ(run().status, ExportStatus::declined);
  EXPECT_THAT(diary_.entries, ElementsAre("may overwrite?"));
  EXPECT_EQ(read_file(folder_.path("n.html")), "old");
}

TEST_F(ExportNotebook, ForcedExportAsksNothing) {
  write_notebook({"print('one')"});
  write_file(folder_.path("n.html"), "old");
  request_.overwrite = true;
  EXPECT_EQ(run().status, ExportStatus::done);
  EXPECT_THAT(diary_.entries, ElementsAre("cell: 0/1 cell 1", "writing", "written"));
}

TEST_F(ExportNotebook, CancelledRunLeavesTheOldFile) {
  write_notebook({"import time; time.sleep(6000)"});
  write_file(folder_.path("n.html"), "old");
  diary_.when_a_cell_starts = [this] { cancellation_.request(); };
  EXPECT_EQ(run().status, ExportStatus::cancelled);
  EXPECT_EQ(read_file(folder_.path("n.html")), "old");
}

TEST_F(ExportNotebook, CancellationJustBeforeTheWritingLeavesTheOldFile) {
  write_notebook({"print('one')"});
  write_file(folder_.path("n.html"), "old");
  diary_.before_writing = [this] { cancellation_.request(); };
  EXPECT_EQ(run().status, ExportStatus::cancelled);
  EXPECT_EQ(read_file(folder_.path("n.html")), "old");
}

TEST_F(ExportNotebook, TimeOutKeepsWhatFinished) {
  write_notebook({"print('kept')", "import time; time.sleep(6000)"});
  // The first cell must be over before the limit strikes, however slow the machine is.
  request_.cell_timeout = std::chrono::seconds(2);
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::timed_out);
  EXPECT_THAT(result.problem.message, StartsWith("`" + request_.notebook_path + "` did not finish: "));
  EXPECT_THAT(read_file(folder_.path("n.html")), HasSubstr("kept"));
}

TEST_F(ExportNotebook, DeathOfTheWorkerKeepsWhatFinished) {
  write_notebook({"print('kept')", "import os; os._exit(7)"});
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::worker_died);
  EXPECT_THAT(result.problem.message, HasSubstr("the worker exited with status 7 in cell 2"));
  EXPECT_THAT(read_file(folder_.path("n.html")), HasSubstr("kept"));
}

TEST_F(ExportNotebook, InterpreterThatIsNoneIsNamedAndNothingIsWritten) {
  write_notebook({"print('one')"});
  request_.python = "/bin/true";
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::not_started);
  EXPECT_THAT(result.problem.message, StartsWith("cannot run `" + request_.notebook_path + "`: "));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("n.html")));
}

TEST_F(ExportNotebook, MissingInterpreterIsAFailureToPrepare) {
  write_notebook({"print('one')"});
  request_.python = "/no/python";
  EXPECT_EQ(run().status, ExportStatus::unprepared);
}

TEST_F(ExportNotebook, UnreadableNotebookEndsTheWayAtOnce) {
  write_file(request_.notebook_path, "print('no notebook')\n");
  const ExportResult result = run();
  EXPECT_EQ(result.status, ExportStatus::unreadable);
  EXPECT_THAT(result.problem.message, StartsWith("cannot read `" + request_.notebook_path + "`: "));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("n.html")));
}

TEST_F(ExportNotebook, ProcessesThatAreLeftRunningAreNoticedAndEnded) {
  write_notebook({"import subprocess; subprocess.Popen(['sleep', '6000'], start_new_session=True)"});
  EXPECT_EQ(run().status, ExportStatus::done);
  EXPECT_THAT(diary_.entries, testing::Contains("notice: `" + request_.notebook_path +
                                                "` left a process running, which was ended"));
}

TEST_F(ExportNotebook, SessionIsJson) {
  write_notebook({"print('one')"});
  request_.format = Format::session;
  EXPECT_EQ(run().status, ExportStatus::done);
  EXPECT_THAT(read_file(folder_.path("n.html")), StartsWith("{\n  \"version\": \"1\""));
}

}  // namespace
}  // namespace cloche::batch
