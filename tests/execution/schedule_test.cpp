#include "execution/schedule.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

using notebook::CellStatus;
using notebook::ErrorOutput;
using testing::ElementsAre;
using testing::IsEmpty;

/// Cells that run in the order of their index, some of which need others, and a session that ends their turns
/// as scripted.
struct Script {
  explicit Script(std::size_t cells) {
    notebook.cells.resize(cells);
    graph.cells.resize(cells);
    graph.parents.resize(cells);
    graph.children.resize(cells);
    graph.errors.resize(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) graph.order.push_back(cell);
  }

  Script& needs(std::size_t cell, std::size_t parent) {
    graph.parents[cell].push_back(parent);
    graph.children[parent].push_back(cell);
    return *this;
  }
  Script& has_error(std::size_t cell, const std::string& kind) {
    graph.errors[cell].push_back({kind, "", "wrong", "", 0});
    return *this;
  }
  Script& is_disabled(std::size_t cell) {
    notebook.cells[cell].options.disabled = true;
    return *this;
  }
  Script& ends(std::size_t cell, CellStatus status, std::string exception = {}) {
    ends_[cell] = {status, std::move(exception)};
    return *this;
  }

  /// Which cells had their turn.
  std::vector<std::size_t> run() {
    std::vector<std::size_t> turns;
    Schedule schedule(notebook, graph);
    while (const auto cell = schedule.next()) {
      turns.push_back(*cell);
      const TurnEnd end = ends_.contains(*cell) ? ends_[*cell] : TurnEnd{};
      notebook.cells[*cell].status = end.status;
      schedule.over(*cell, end);
    }
    EXPECT_EQ(schedule.done(), schedule.all());
    return turns;
  }

  CellStatus status(std::size_t cell) const { return notebook.cells[cell].status; }
  /// The only output, which must be an error.
  const ErrorOutput& error(std::size_t cell) const {
    return std::get<ErrorOutput>(notebook.cells[cell].outputs.at(0));
  }
  bool is_bare(std::size_t cell) const { return notebook.cells[cell].outputs.empty(); }

  notebook::Notebook notebook;
  notebook::Graph graph;

 private:
  std::map<std::size_t, TurnEnd> ends_;
};

// Every expectation on words and on who wins was observed with `marimo export session` 0.24.0.

TEST(Schedule, FollowsTheOrderOfTheGraph) {
  Script script(3);
  script.graph.order = {2, 0, 1};
  EXPECT_THAT(script.run(), ElementsAre(2, 0, 1));
}

TEST(Schedule, ForgetsAnEarlierRun) {
  Script script(1);
  script.notebook.cells[0].outputs = {notebook::StreamOutput{}};
  script.notebook.cells[0].status = CellStatus::failed;
  Schedule schedule(script.notebook, script.graph);
  EXPECT_TRUE(script.is_bare(0));
  EXPECT_EQ(script.status(0), CellStatus::not_run);
}

TEST(Schedule, GivesNoTurnToCellsWithErrorsButToThoseThatNeedThem) {
  Script script(2);
  script.needs(1, 0).has_error(0, "multiple-defs").has_error(0, "cycle");
  EXPECT_THAT(script.run(), ElementsAre(1));
  EXPECT_EQ(script.status(0), CellStatus::failed);
  EXPECT_EQ(script.notebook.cells[0].outputs.size(), 2u);
  EXPECT_EQ(script.error(0).kind, "multiple-defs");
}

TEST(Schedule, PassesByDisabledCellsAndAllThatNeedThem) {
  Script script(4);
  script.is_disabled(0).needs(1, 0).needs(2, 1);
  EXPECT_THAT(script.run(), ElementsAre(3));
  for (const std::size_t cell : {0u, 1u, 2u}) {
    EXPECT_EQ(script.status(cell), CellStatus::disabled);
    EXPECT_TRUE(script.is_bare(cell));
  }
}

TEST(Schedule, SaysWhatIsWrongWithADisabledCell) {
  Script script(1);
  script.is_disabled(0).has_error(0, "cycle");
  EXPECT_THAT(script.run(), IsEmpty());
  EXPECT_EQ(script.error(0).kind, "cycle");
}

TEST(Schedule, PreventsAllThatNeedACellThatRaised) {
  Script script(4);
  script.needs(1, 0).needs(2, 1).ends(0, CellStatus::failed, "ZeroDivisionError");
  EXPECT_THAT(script.run(), ElementsAre(0, 3));
  for (const std::size_t cell : {1u, 2u}) {
    EXPECT_EQ(script.status(cell), CellStatus::prevented);
    EXPECT_EQ(script.error(cell).kind, "exception");
    EXPECT_EQ(script.error(cell).name, "Ancestor raised");
    EXPECT_EQ(script.error(cell).message, "An ancestor raised an exception (ZeroDivisionError): ");
  }
}

TEST(Schedule, StopsAllThatNeedACellThatStopped) {
  Script script(3);
  script.needs(1, 0).needs(2, 1).ends(0, CellStatus::stopped);
  EXPECT_THAT(script.run(), ElementsAre(0));
  for (const std::size_t cell : {1u, 2u}) {
    EXPECT_EQ(script.status(cell), CellStatus::stopped);
    EXPECT_EQ(script.error(cell).kind, "ancestor-stopped");
    EXPECT_EQ(script.error(cell).message,
              "This cell wasn't run because an ancestor was stopped with `mo.stop`: ");
  }
}

TEST(Schedule, LetsTheLastAncestorThatFailedOrStoppedSayWhy) {
  Script script(5);
  script.needs(3, 0).needs(3, 1).needs(4, 0).needs(4, 1).needs(4, 2);
  script.ends(0, CellStatus::failed, "KeyError")
      .ends(1, CellStatus::stopped)
      .ends(2, CellStatus::failed, "E");
  EXPECT_THAT(script.run(), ElementsAre(0, 1, 2));
  EXPECT_EQ(script.error(3).kind, "ancestor-stopped");
  EXPECT_EQ(script.error(4).message, "An ancestor raised an exception (E): ");
  EXPECT_EQ(script.notebook.cells[4].outputs.size(), 1u);
}

TEST(Schedule, LeavesDisabledAndWrongCellsAloneWhenAnAncestorRaises) {
  Script script(3);
  script.needs(1, 0).needs(2, 0).is_disabled(1).has_error(2, "cycle").ends(0, CellStatus::failed, "KeyError");
  EXPECT_THAT(script.run(), ElementsAre(0));
  EXPECT_EQ(script.status(1), CellStatus::disabled);
  EXPECT_EQ(script.error(2).kind, "cycle");
}

TEST(Schedule, GoesOnAfterATimeOutWithWhatDoesNotDependOnIt) {
  Script script(3);
  script.needs(1, 0).ends(0, CellStatus::timed_out, "TimeoutError");
  EXPECT_THAT(script.run(), ElementsAre(0, 2));
  EXPECT_EQ(script.status(1), CellStatus::prevented);
  EXPECT_EQ(script.error(1).message, "An ancestor ran into its time limit: ");
}

TEST(Schedule, InterruptsTheRestWhenACellInterruptsItself) {
  Script script(4);
  script.needs(2, 1).has_error(3, "cycle").ends(0, CellStatus::interrupted, "KeyboardInterrupt").needs(1, 0);
  script.notebook.cells.emplace_back();
  script.graph.cells.emplace_back();
  script.graph.parents.emplace_back();
  script.graph.children.emplace_back();
  script.graph.errors.emplace_back();
  script.graph.order.push_back(4);
  EXPECT_THAT(script.run(), ElementsAre(0));
  EXPECT_EQ(script.error(1).message, "An ancestor raised an exception (KeyboardInterrupt): ");
  EXPECT_EQ(script.error(2).message, "An ancestor raised an exception (KeyboardInterrupt): ");
  EXPECT_EQ(script.error(3).kind, "cycle");
  EXPECT_EQ(script.status(4), CellStatus::interrupted);
  EXPECT_EQ(script.error(4).kind, "interruption");
  EXPECT_EQ(script.error(4).message, "This cell was interrupted and needs to be re-run");
}

}  // namespace
}  // namespace cloche::execution
