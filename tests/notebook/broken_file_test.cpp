#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notebook/read.hpp"

// Files that do not parse: a syntax error costs the cell that has it, and nothing else.
namespace cloche::notebook {
namespace {

using ::testing::ElementsAre;

const std::string head = "import marimo\n\napp = marimo.App()\n\n";

struct ReadCell {
  CellKind kind;
  std::string source;
  bool operator==(const ReadCell&) const = default;
};

std::vector<ReadCell> cells_of(const std::string& text) {
  std::vector<ReadCell> cells;
  for (const Cell& cell : read_marimo(head + text).cells) cells.push_back({cell.kind, cell.source});
  return cells;
}

std::string cell(const std::string& body) {
  return "@app.cell\ndef _():\n    " + body + "\n    return\n\n\n";
}

ReadCell code(const std::string& source) {
  return {CellKind::code, source};
}
ReadCell broken(const std::string& source) {
  return {CellKind::unparsable, source};
}

TEST(BrokenFile, LosesNoCellButTheBrokenOne) {
  EXPECT_THAT(cells_of(cell("a = 1") + cell("b = = 2") + cell("c = 3")),
              ElementsAre(code("a = 1"), broken("b = = 2"), code("c = 3")));
}

TEST(BrokenFile, SurvivesAnOpenBracket) {
  EXPECT_THAT(cells_of(cell("a = (1") + cell("b = 2")), ElementsAre(broken("a = (1"), code("b = 2")));
}

TEST(BrokenFile, SurvivesAnOpenString) {
  EXPECT_THAT(cells_of(cell("a = 'x") + cell("b = 2")), ElementsAre(broken("a = 'x"), code("b = 2")));
  EXPECT_THAT(cells_of(cell("a = 1") + cell("b = '''x") + cell("c = 3")),
              ElementsAre(code("a = 1"), broken("b = '''x"), code("c = 3")));
}

TEST(BrokenFile, SurvivesAWrongIndentation) {
  EXPECT_THAT(cells_of(cell("a = 1\n      b = 2") + cell("c = 3")),
              ElementsAre(broken("a = 1\n  b = 2"), code("c = 3")));
}

TEST(BrokenFile, SurvivesABodyThatIsMissing) {
  EXPECT_THAT(cells_of("@app.cell\ndef _():\n\n\n" + cell("c = 3")), ElementsAre(broken(""), code("c = 3")));
}

TEST(BrokenFile, KeepsNamesAndPlaces) {
  const Notebook notebook = read_marimo(head +
                                        "@app.cell(\n    hide_code=True)\nasync def first(\n    a):\n    # "
                                        "c\n    x = = 1\n    return (x,)\n\n\n" +
                                        cell("b"));
  EXPECT_EQ(notebook.cells.at(0).name, "first");
  EXPECT_EQ(notebook.cells.at(0).source, "# c\nx = = 1");
  EXPECT_EQ(notebook.cells.at(0).line, 9U);
  EXPECT_EQ(notebook.cells.at(1).id, "MJUe");
  ASSERT_EQ(notebook.warnings.size(), 1U);
  EXPECT_EQ(notebook.warnings[0].line, 5U);
}

TEST(BrokenFile, KeepsSetupFunctionsAndUnparsableCells) {
  EXPECT_THAT(
      cells_of("with app.setup:\n    import a\n\n@app.function\ndef f():\n    return 1\n\n" + cell("x = )") +
               "app._unparsable_cell('''\n    b c\n''')\n\nif __name__ == '__main__':\n    app.run()\n"),
      ElementsAre(ReadCell{CellKind::setup, "import a"},
                  ReadCell{CellKind::function, "def f():\n    return 1"}, broken("x = )"), broken("b c")));
}

TEST(BrokenFile, IsNotMisledByTextThatLooksLikeACell) {
  EXPECT_THAT(cells_of(cell("a = '''\n@app.cell\ndef _():\n    b\n'''") + cell("c = )")),
              ElementsAre(code("a = '''\n@app.cell\ndef _():\n    b\n'''"), broken("c = )")));
}

TEST(BrokenFile, FindsBackWhenAQuoteIsMissing) {
  EXPECT_THAT(cells_of("@app.cell\ndef _(mo):\n    # Title\n    text\n    \"\"\")\n    return\n\n\n"
                       "@app.cell\ndef _(mo):\n    mo.md(\"\"\"\n    b\n  c\n    \"\"\")\n    return\n\n\n" +
                       cell("d = 4")),
              ::testing::Contains(code("d = 4")));
}

TEST(BrokenFile, MayUseSyntaxThatTheGrammarDoesNotKnow) {
  EXPECT_THAT(cells_of(cell("x = t'{a}'") + cell("y = )")), ElementsAre(code("x = t'{a}'"), broken("y = )")));
  EXPECT_THAT(cells_of(cell("x = t'{a}'")), ElementsAre(code("x = t'{a}'")));
}

TEST(BrokenFile, IsRefusedIfTheErrorIsBeforeTheFirstCell) {
  try {
    read_marimo("import marimo\nx = (\n" + cell("a"));
    FAIL();
  } catch (const ReadError& error) {
    EXPECT_STREQ(error.what(), "syntax error before the first cell: '(' was never closed");
    EXPECT_EQ(error.line(), 2U);
    EXPECT_EQ(error.column(), 5U);
  }
}

TEST(BrokenFile, IsRefusedIfItHasNoCells) {
  try {
    read_marimo("# c\nx = 'é' )\n");
    FAIL();
  } catch (const ReadError& error) {
    EXPECT_STREQ(error.what(), "syntax error in a file without cells: unmatched ')'");
    EXPECT_EQ(error.line(), 2U);
    EXPECT_EQ(error.column(), 9U);
  }
}

TEST(BrokenFile, OfManyCellsIsReadInLinearTime) {
  std::string text = head;
  for (int i = 0; i < 4'000; ++i) text += cell("x" + std::to_string(i) + " = '''\\'''");
  EXPECT_GE(read_marimo(text).cells.size(), 1U);
}

}  // namespace
}  // namespace cloche::notebook
