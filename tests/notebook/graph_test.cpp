#include "notebook/graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Notebook notebook_of(const std::vector<std::string>& sources) {
  Notebook notebook;
  for (const std::string& source : sources) {
    Cell cell;
    cell.id = "c" + std::to_string(notebook.cells.size());
    cell.source = source;
    notebook.cells.push_back(cell);
  }
  return notebook;
}

Graph graph_of(const std::vector<std::string>& sources) {
  return analyze(notebook_of(sources));
}

// "kind: message" of each error of a cell.
std::vector<std::string> errors_of(const Graph& graph, std::size_t cell) {
  std::vector<std::string> errors;
  for (const ErrorOutput& error : graph.errors[cell]) errors.push_back(error.kind + ": " + error.message);
  return errors;
}

TEST(Graph, ConnectsWhoBindsANameWithAllWhoUseIt) {
  const Graph graph = graph_of({"y = x", "x = 1", "z = x + y"});
  EXPECT_THAT(graph.parents[0], ElementsAre(1));
  EXPECT_THAT(graph.parents[1], IsEmpty());
  EXPECT_THAT(graph.parents[2], ElementsAre(0, 1));
  EXPECT_THAT(graph.children[1], ElementsAre(0, 2));
}

TEST(Graph, ConnectsNoCellWithItself) {
  const Graph graph = graph_of({"x = x + 1"});
  EXPECT_THAT(graph.parents[0], IsEmpty());
  EXPECT_THAT(graph.errors[0], IsEmpty());
}

TEST(Graph, RunsTheFirstOfTheCellsThatAreReady) {
  EXPECT_THAT(graph_of({"c = b", "b = a", "0", "a = 1", "1"}).order, ElementsAre(2, 3, 1, 0, 4));
}

TEST(Graph, DeletesANameAfterAllOtherUses) {
  const Graph graph = graph_of({"del x", "print(x)", "x = 1"});
  EXPECT_THAT(graph.parents[0], ElementsAre(1, 2));
  EXPECT_THAT(graph.order, ElementsAre(2, 1, 0));
}

TEST(Graph, FindsACycleOfCellsThatDeleteTheSameName) {
  const Graph graph = graph_of({"x = 1", "del x", "del x"});
  EXPECT_THAT(errors_of(graph, 1), ElementsAre("cycle: This cell is in a cycle"));
  EXPECT_THAT(errors_of(graph, 2), ElementsAre("cycle: This cell is in a cycle"));
}

TEST(Graph, GivesEachCellOfACycleOneErrorAndTheLastPlaces) {
  const Graph graph = graph_of({"a = c", "b = a", "c = b", "d = c", "e = 1"});
  for (std::size_t cell = 0; cell < 3; ++cell) {
    EXPECT_THAT(errors_of(graph, cell), ElementsAre("cycle: This cell is in a cycle"));
  }
  EXPECT_THAT(graph.errors[3], IsEmpty()) << "it only needs one of them";
  EXPECT_THAT(graph.order, ElementsAre(3, 4, 0, 1, 2));
}

TEST(Graph, BlamesEveryCellThatDefinesAName) {
  const Graph graph = graph_of({"x = y = 1", "y = 2", "x = 3", "x"});
  EXPECT_THAT(errors_of(graph, 0),
              ElementsAre("multiple-defs: The variable 'x' was defined by another cell",
                          "multiple-defs: The variable 'y' was defined by another cell"));
  EXPECT_THAT(errors_of(graph, 1),
              ElementsAre("multiple-defs: The variable 'y' was defined by another cell"));
  EXPECT_THAT(graph.errors[3], IsEmpty());
}

TEST(Graph, LetsCellsHaveTheSamePrivateNames) {
  const Graph graph = graph_of({"_x = 1", "_x = 2", "_x"});
  for (const auto& errors : graph.errors) EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(graph.parents[2], IsEmpty());
}

TEST(Graph, WaitsForNoCellThatDoesNotRun) {
  const Graph graph = graph_of({"b = a", "a = 1", "a = 2"});
  EXPECT_THAT(graph.parents[0], ElementsAre(1, 2));
  EXPECT_THAT(graph.order, ElementsAre(0, 1, 2));
}

TEST(Graph, HasNoNamesOfACellThatDoesNotParse) {
  const Graph graph = graph_of({"x = (1", "y = x", "from m import *\nx = 1"});
  EXPECT_EQ(graph.errors[0].at(0).kind, "syntax");
  EXPECT_THAT(graph.cells[0].definitions, IsEmpty());
  EXPECT_THAT(graph.parents[1], IsEmpty());
  EXPECT_EQ(graph.errors[2].at(0).kind, "import-star");
  EXPECT_THAT(graph.order, ElementsAre(0, 1, 2));
}

TEST(Graph, AllowsTheSetupCellNoParents) {
  Notebook notebook = notebook_of({"a = b", "b = 1"});
  notebook.cells[0].id = "setup";
  notebook.cells[0].kind = CellKind::setup;
  EXPECT_THAT(errors_of(analyze(notebook), 0),
              ElementsAre("setup-refs: The setup cell cannot have references"));
  notebook.cells[0].source = "a = print";
  EXPECT_THAT(analyze(notebook).errors[0], IsEmpty());
}

TEST(Graph, LeavesTextCellsOut) {
  Notebook notebook = notebook_of({"x = 1", "x = 2", "x"});
  notebook.cells[1].kind = CellKind::markdown;
  const Graph graph = analyze(notebook);
  EXPECT_THAT(graph.errors[0], IsEmpty());
  EXPECT_THAT(graph.order, ElementsAre(0, 2));
}

TEST(Graph, MakesBuiltinsAnEdgeOnlyIfACellDefinesThem) {
  EXPECT_THAT(graph_of({"print(1)", "print = 1"}).parents[0], ElementsAre(1));
}

TEST(Graph, KnowsAllDescendants) {
  const Graph graph = graph_of({"a = 1", "b = a", "c = b", "d = 1", "e = a + c"});
  EXPECT_THAT(graph.descendants(0), ElementsAre(1, 2, 4));
  EXPECT_THAT(graph.descendants(3), IsEmpty());
  EXPECT_THAT(graph_of({"a = b", "b = a"}).descendants(0), ElementsAre(1))
      << "a cell of a cycle is not its own";
}

TEST(Graph, OfALongChainIsNoCrash) {
  std::vector<std::string> sources;
  for (int i = 0; i < 20'000; ++i)
    sources.push_back("x" + std::to_string(i) + " = x" + std::to_string(i + 1));
  const Graph graph = graph_of(sources);
  EXPECT_EQ(graph.order.front(), 19'999U);
  EXPECT_EQ(graph.order.back(), 0U);
}

}  // namespace
}  // namespace cloche::notebook
