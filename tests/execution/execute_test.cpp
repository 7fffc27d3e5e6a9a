#include "execution/execute.hpp"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/support.hpp"
#include "notebook/read.hpp"

// Whole notebooks, read and run as they are.
namespace cloche::execution {
namespace {

using notebook::CellStatus;
using testing::ExecutionTest;
using ::testing::HasSubstr;

class Execute : public ExecutionTest {
 protected:
  Result run_notebook(const std::string& text) {
    test::write_file(path("notebook.py"), text);
    notebook_ = notebook::read_marimo(text);
    graph_ = notebook::analyze(notebook_);
    return run();
  }
};

TEST_F(Execute, RunsCellsInTheOrderOfTheirDependencies) {
  EXPECT_EQ(run_notebook(R"(import marimo
app = marimo.App()

@app.cell
def uses_late(late):
    print("late is", late)
    return

@app.cell
def boom():
    late = 40 + 2
    return (late,)
)")
                .status,
            RunStatus::completed);
  EXPECT_EQ(printed(0), "late is 42\n");
  EXPECT_EQ(notebook_.run->packages.size(), 0u);
  EXPECT_THAT(notebook_.run->language_version, ::testing::MatchesRegex("3\\.[0-9]+\\.[0-9]+"));
  EXPECT_GT(notebook_.run->duration.count(), 0);
}

TEST_F(Execute, SaysInEachCellWhyItDidNotRun) {
  EXPECT_EQ(run_notebook(R"(import marimo
app = marimo.App()

@app.cell
def ping(b):
    a = b
    return (a,)

@app.cell
def pong(a):
    b = a
    return (b,)

@app.cell
def own_error():
    z = 1 / 0
    return (z,)

@app.cell
def child(z):
    open("child-ran", "w"); w = z
    return (w,)

@app.cell
def grandchild(w):
    print(w)
    return

@app.cell
def needs_cycle(a):
    print(a)
    return

@app.cell
def undefined():
    print(nowhere)
    return
)")
                .status,
            RunStatus::completed);
  EXPECT_EQ(error(0).kind, "cycle");
  EXPECT_EQ(error(1).kind, "cycle");
  EXPECT_EQ(error(2).name, "ZeroDivisionError");
  EXPECT_EQ(error(2).line, 1u);
  EXPECT_EQ(error(3).message, "An ancestor raised an exception (ZeroDivisionError): ");
  EXPECT_EQ(error(4).message, "An ancestor raised an exception (ZeroDivisionError): ");
  EXPECT_THAT(error(5).message, HasSubstr("`a` is not defined"));
  EXPECT_THAT(error(6).message, HasSubstr("'nowhere' is not defined"));
  EXPECT_FALSE(exists("child-ran"));
}

TEST_F(Execute, GivesTheNotebookItsWordsItsFileAndItsFolder) {
  request_.arguments = {"--size", "3"};
  request_.working_directory = "/";
  run_notebook(R"(import marimo
app = marimo.App()

@app.cell
def one():
    import os, sys
    print(sys.argv[1:], os.path.basename(__file__), os.getcwd())
    return
)");
  EXPECT_EQ(printed(0), "['--size', '3'] notebook.py /\n");
}

TEST_F(Execute, AnswersNothingToAQuestion) {
  cells({"input('name? ')", "import sys; print(repr(sys.stdin.read()))"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(status(0), CellStatus::failed);
}

}  // namespace
}  // namespace cloche::execution
