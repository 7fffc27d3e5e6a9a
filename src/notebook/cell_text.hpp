#pragma once

#include <cstddef>
#include <string>

#include "notebook/source_text.hpp"
#include "notebook/syntax_tree.hpp"

// The code of a cell, cut out of the statement that holds it in a marimo file. Comments and blank lines are
// kept; where marimo drops one or moves it, so do we, since the code's hash must be the one that marimo
// computes.
namespace cloche::notebook {

struct CellText {
  std::string source;
  /// The file's line of its first line, counted from 0.
  std::size_t line = 0;
};

/// The body of an `@app.cell` function, without the return that ends it.
CellText cell_body(const SyntaxTree& tree, const Lines& lines, TSNode function);

/// A whole function or class below its `@app.function` or `@app.class_definition`.
CellText cell_definition(const SyntaxTree& tree, const Lines& lines, TSNode decorator, TSNode definition);

/// The body of `with app.setup:`.
CellText setup_body(const SyntaxTree& tree, const Lines& lines, TSNode with_statement);

}  // namespace cloche::notebook
