#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notebook/read.hpp"

namespace cloche::notebook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

const std::string head = "import marimo\n\napp = marimo.App()\n\n";

Cell only_cell(const std::string& text) {
  const Notebook notebook = read_marimo(head + text);
  EXPECT_EQ(notebook.cells.size(), 1U);
  return notebook.cells.at(0);
}

std::string source_of(const std::string& text) {
  return only_cell(text).source;
}

TEST(ReadMarimo, ReadsAWholeNotebook) {
  const Notebook notebook = read_marimo(R"PY(# /// script
# dependencies = ["marimo"]
# ///
"""Tides"""

import marimo

__generated_with = "0.24.0"
app = marimo.App(width="medium", app_title="T", auto_download=["html", "ipynb"])

with app.setup(hide_code=True):
    import numpy as np


@app.function
def tide(hours):
    return np.sin(hours)


@app.class_definition(column=1)
class Tide:
    pass


@app.cell(hide_code=True, disabled=True, column=2)
def _():
    import marimo as mo

    return (mo,)


@app.cell
async def heights(mo):
    # a comment
    levels = await tide(1)

    levels
    return (levels,)


app._unparsable_cell(
    r"""
    for in range(3)
        x
    """,
    name="draft", hide_code=True
)


if __name__ == "__main__":
    app.run()
)PY");
  EXPECT_EQ(notebook.script_metadata, "dependencies = [\"marimo\"]\n");
  EXPECT_EQ(notebook.script_metadata_line, 2U);
  EXPECT_EQ(notebook.header, "# /// script\n# dependencies = [\"marimo\"]\n# ///\n\"\"\"Tides\"\"\"\n\n");
  EXPECT_EQ(notebook.generated_with, "0.24.0");
  EXPECT_THAT(notebook.options, ElementsAre(Pair("width", "\"medium\""), Pair("app_title", "\"T\""),
                                            Pair("auto_download", "[\"html\", \"ipynb\"]")));
  ASSERT_NE(notebook.option("width"), nullptr);
  EXPECT_EQ(*notebook.option("width"), "\"medium\"");
  EXPECT_EQ(notebook.option("css_file"), nullptr);
  EXPECT_THAT(notebook.warnings, IsEmpty());

  ASSERT_EQ(notebook.cells.size(), 6U);
  const auto expect = [&](std::size_t i, CellKind kind, std::string_view id, std::string_view name,
                          std::string_view source, std::size_t line) {
    EXPECT_EQ(notebook.cells[i].kind, kind);
    EXPECT_EQ(notebook.cells[i].id, id);
    EXPECT_EQ(notebook.cells[i].name, name);
    EXPECT_EQ(notebook.cells[i].source, source);
    EXPECT_EQ(notebook.cells[i].line, line);
  };
  expect(0, CellKind::setup, "setup", "setup", "import numpy as np", 12);
  expect(1, CellKind::function, "Hbol", "tide", "def tide(hours):\n    return np.sin(hours)", 16);
  expect(2, CellKind::class_definition, "MJUe", "Tide", "class Tide:\n    pass", 21);
  expect(3, CellKind::code, "vblA", "_", "import marimo as mo", 27);
  expect(4, CellKind::code, "bkHC", "heights", "# a comment\nlevels = await tide(1)\n\nlevels", 34);
  expect(5, CellKind::unparsable, "lEQa", "draft", "for in range(3)\n    x", 43);
  EXPECT_TRUE(notebook.cells[0].options.hide_code);
  EXPECT_EQ(notebook.cells[2].options.column, 1);
  EXPECT_EQ(notebook.cells[3].options, (CellOptions{2, true, true}));
  EXPECT_TRUE(notebook.cells[5].options.hide_code);
}

TEST(ReadMarimo, ReadsTheFirstGeneration) {
  const Notebook notebook = read_marimo(
      "import marimo\n\n__generated_with = \"0.1.0\"\napp = marimo.App(width=\"full\")\n\n\n"
      "@app.cell\ndef one():\n    import x\n    return x,\n\n\n@app.cell\ndef __(x):\n    x\n    return\n");
  ASSERT_EQ(notebook.cells.size(), 2U);
  EXPECT_EQ(notebook.cells[0].source, "import x");
  EXPECT_EQ(notebook.cells[1].name, "__");
  EXPECT_EQ(notebook.cells[1].source, "x");
}

TEST(ReadMarimo, FollowsAnAliasOfMarimo) {
  EXPECT_EQ(read_marimo("import marimo as m\napp = m.App()\n@app.cell\ndef _():\n    1\n").cells.at(0).source,
            "1");
}

TEST(ReadMarimo, TakesAnyLineEndsTabsAndAByteOrderMark) {
  const Notebook notebook = read_marimo(
      "\xEF\xBB\xBF"
      "import marimo\r\napp = marimo.App()\r\n@app.cell\r\ndef _():\r\n\tx = '''\r\n\ta'''\r\n\treturn\r\n");
  EXPECT_EQ(notebook.cells.at(0).source, "x = '''\na'''");
}

TEST(ReadMarimo, TakesNoBreakSpacesForSpaces) {
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    x\xC2\xA0= 1\n    return\n"), "x = 1");
}

TEST(ReadMarimo, CountsLinesInTheWholeFile) {
  EXPECT_EQ(read_marimo("\n\n  \n" + head + "@app.cell\ndef _():\n    x\n").cells.at(0).line, 10U);
}

TEST(ReadMarimo, KeepsCommentsAndBlankLinesOfABody) {
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    # a\n\n    x = 1  # b\n    # c\n    return (x,)\n"),
            "# a\n\nx = 1  # b\n# c");
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    # only\n    return\n"), "# only");
  EXPECT_EQ(source_of("@app.cell\ndef _(): # why\n    x\n    return\n"), "x");
}

TEST(ReadMarimo, SetsACommentBelowABodyWithoutReturnWhereMarimoDoes) {
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    x = 1\n    # c\n\n"), "x = 1");
  EXPECT_EQ(
      source_of("@app.cell\ndef _():\n    x = 1\n    # c\n\n\nif __name__ == '__main__':\n    app.run()\n"),
      "x = 1    # c");
}

TEST(ReadMarimo, TakesOnlyTheLastReturnAway) {
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    def f():\n        return 1\n    return (f,)\n"),
            "def f():\n    return 1");
  EXPECT_EQ(source_of("@app.cell\ndef _(): return\n"), "");
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    x = 1; return x\n"), "x = 1; ");
  EXPECT_EQ(source_of("@app.cell\ndef _(): x = 1; y\n"), "x = 1; y");
}

TEST(ReadMarimo, ReadsLongSignatures) {
  EXPECT_EQ(source_of("@app.cell\ndef _(\n    a,\n    b: int = 3,\n) -> dict:\n    a + b\n    return\n"),
            "a + b");
}

TEST(ReadMarimo, KeepsMultiLineStringsAsTheyAre) {
  EXPECT_EQ(
      source_of("@app.cell\ndef _(mo):\n    mo.md(r\"\"\"\n    # A\n      b\n    \"\"\")\n    return\n"),
      "mo.md(r\"\"\"\n# A\n  b\n\"\"\")");
  EXPECT_EQ(source_of("@app.cell\ndef _():\n    x = '''\na\n    b'''\n    return\n"), "x = '''\na\n    b'''");
}

TEST(ReadMarimo, IsNotMisledByTextThatLooksLikeACell) {
  const std::string body = "    x = '''\n@app.cell\ndef _():\n    pass\n'''";
  EXPECT_EQ(source_of("@app.cell\ndef _():\n" + body + "\n    return\n"),
            "x = '''\n@app.cell\ndef _():\n    pass\n'''");
}

TEST(ReadMarimo, KeepsDecoratorsOfAFunctionBelowMarimos) {
  EXPECT_EQ(source_of("@app.function\n@cache\ndef f():\n    return 1\n    # c\n"),
            "@cache\ndef f():\n    return 1\n    # c");
}

TEST(ReadMarimo, ReadsSetupCellsOfEachShape) {
  EXPECT_EQ(source_of("with app.setup:\n    # a\n    pass\n"), "# a");
  EXPECT_EQ(source_of("async with app.setup:\n    x = await y\n    # b\n\n"), "x = await y\n# b");
  EXPECT_EQ(source_of("with app.setup(\n    hide_code=True,\n):\n    x = 1\n"), "x = 1");
  EXPECT_EQ(source_of("with app.setup: x = 1\n"), "x = 1");
}

TEST(ReadMarimo, ReadsTheTextOfAnUnparsableCellAsPythonDoes) {
  EXPECT_EQ(source_of("app._unparsable_cell('a\\n\\x62 \\u00e9' \"\\tc\\\\\")\n"), "a\nb é\tc\\");
  EXPECT_EQ(source_of("app._unparsable_cell(r'''\n    a \\n\n      b\n''')\n"), "a \\n\n  b");
}

TEST(ReadMarimo, GivesOneEmptyCellToANotebookWithoutCells) {
  const Notebook notebook = read_marimo(head);
  ASSERT_EQ(notebook.cells.size(), 1U);
  EXPECT_EQ(notebook.cells[0].id, "Hbol");
  EXPECT_EQ(notebook.cells[0].source, "");
}

TEST(ReadMarimo, StopsAtTheRunGuard) {
  EXPECT_EQ(read_marimo(head + "@app.cell\ndef _():\n    1\nif __name__ == '__main__':\n    "
                               "app.run()\n@app.cell\ndef _():\n    2\n")
                .cells.size(),
            1U);
}

TEST(ReadMarimo, WarnsOfWhatItIgnores) {
  const Notebook notebook = read_marimo(
      "x = 1\nimport marimo\ny = 2\napp = marimo.App(width=w)\nz = 3\n@app.cell(hide=1)\n@other\ndef _():\n  "
      "  1\n");
  std::vector<std::size_t> lines;
  for (const Warning& warning : notebook.warnings) lines.push_back(warning.line);
  EXPECT_THAT(lines, ElementsAre(1, 3, 4, 5, 6, 6));
  EXPECT_EQ(notebook.cells.at(0).source, "1");
}

TEST(ReadMarimo, WarnsOfAMetadataBlockThatIsNeverClosed) {
  EXPECT_EQ(read_marimo("# /// script\n# a = 1\n" + head).warnings.size(), 1U);
}

void expect_refusal(const std::string& text, const std::string& message, std::size_t line,
                    std::size_t column) {
  try {
    read_marimo(text);
    ADD_FAILURE() << "read: " << text;
  } catch (const ReadError& error) {
    EXPECT_EQ(error.what(), message);
    EXPECT_EQ(error.line(), line);
    EXPECT_EQ(error.column(), column);
  }
}

TEST(ReadMarimo, RefusesWhatIsNoNotebook) {
  expect_refusal("", "the file is empty", 0, 0);
  expect_refusal(" \n", "the file is empty", 0, 0);
  expect_refusal("# just a comment\n'text'\n", "`import marimo` expected; the file has only comments", 0, 0);
  expect_refusal("\n# c\nprint(1)\n", "`import marimo` expected; this is no marimo notebook", 3, 1);
  expect_refusal("import marimo\nprint(1)\n", "`marimo.App` definition expected", 2, 1);
  expect_refusal("import marimo\n", "`marimo.App` definition expected", 1, 1);
}

TEST(ReadMarimo, RefusesTwoMetadataBlocks) {
  const std::string block = "# /// script\n# a = 1\n# ///\n\n";
  expect_refusal(block + block + head, "a second `script` block; the first one begins on line 1", 5, 1);
}

}  // namespace
}  // namespace cloche::notebook
