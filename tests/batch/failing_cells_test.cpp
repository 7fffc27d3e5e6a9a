#include "batch/failing_cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::batch {
namespace {

using notebook::CellStatus;
using testing::ElementsAre;
using testing::IsEmpty;

notebook::Cell cell(CellStatus status, notebook::ErrorOutput error) {
  notebook::Cell result;
  result.status = status;
  result.line = 10;
  result.outputs.emplace_back(notebook::StreamOutput{notebook::StreamName::standard_output, "text"});
  result.outputs.emplace_back(std::move(error));
  return result;
}

notebook::ErrorOutput error(const std::string& name, const std::string& message, std::size_t line = 0) {
  notebook::ErrorOutput result;
  result.name = name;
  result.message = message;
  result.line = line;
  return result;
}

TEST(FailingCells, AreThoseThatFailedOrWereKeptFromRunning) {
  notebook::Notebook notebook;
  for (const CellStatus status :
       {CellStatus::not_run, CellStatus::succeeded, CellStatus::failed, CellStatus::stopped,
        CellStatus::prevented, CellStatus::disabled, CellStatus::timed_out, CellStatus::interrupted}) {
    notebook.cells.push_back(cell(status, error("Error", "why")));
  }
  std::vector<std::size_t> numbers;
  for (const FailingCell& failing : failing_cells(notebook)) numbers.push_back(failing.number);
  EXPECT_THAT(numbers, ElementsAre(3, 5, 7, 8));
}

TEST(FailingCells, LineIsThatOfTheFile) {
  notebook::Notebook notebook;
  notebook.cells = {cell(CellStatus::failed, error("E", "m", 3)), cell(CellStatus::failed, error("E", "m"))};
  notebook.cells[0].name = "total";
  EXPECT_THAT(failing_cells(notebook),
              ElementsAre(FailingCell{1, "total", 12, "E: m"}, FailingCell{2, "", 10, "E: m"}));
}

TEST(FailingCells, ReasonIsOneHarmlessLine) {
  const auto reason = [](const std::string& name, const std::string& message) {
    notebook::Notebook notebook;
    notebook.cells = {cell(CellStatus::failed, error(name, message))};
    return failing_cells(notebook).at(0).reason;
  };
  EXPECT_EQ(reason("KeyError", "'a'\nmore"), "KeyError: 'a'");
  EXPECT_EQ(reason("KeyError", ""), "KeyError");
  EXPECT_EQ(reason("SyntaxError", "line 2\n    def f(:\n          ^\nSyntaxError: invalid syntax\n"),
            "SyntaxError: invalid syntax");
  EXPECT_EQ(reason("", "Cell is on a cycle"), "Cell is on a cycle");
  EXPECT_EQ(reason("E", "\x1b[31mred\x1b[0m"), "E: [31mred[0m");
  EXPECT_EQ(reason("E", std::string(1000, 'x')), "E: " + std::string(297, 'x') + "…");
}

TEST(FailingCells, CellsWithoutErrorsAreNone) {
  EXPECT_THAT(failing_cells({}), IsEmpty());
}

TEST(DescribeCell, NameStandsBesideTheNumber) {
  notebook::Notebook notebook;
  notebook.cells.resize(2);
  notebook.cells[1].name = "total";
  EXPECT_EQ(describe_cell(notebook, 0), "cell 1");
  EXPECT_EQ(describe_cell(notebook, 1), "cell 2 `total`");
}

}  // namespace
}  // namespace cloche::batch
