#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "notebook/notebook.hpp"

namespace cloche::notebook {

/// What one cell's code does with names, by marimo's rules (names sorted, without duplicates). Tables that
/// SQL text in calls of mo.sql and its kin makes and needs are among them, in lower case and as qualified as
/// they are there; to Python they are unknown. Names are compared as they are written: Python's own normal
/// form of letters that look different in Unicode (NFKC) is not applied.
struct CellAnalysis {
  std::vector<std::string> definitions;
  std::vector<std::string> references;
  /// References that the cell deletes (`del x` of another cell's x).
  std::vector<std::string> deletions;
  /// Private names that the cell binds (`_x`), unmangled.
  std::vector<std::string> private_names;
};

/// The cells' dependencies. Cells are named by their index in Notebook::cells.
struct Graph {
  std::vector<CellAnalysis> cells;
  /// For each cell, sorted: the cells it needs, and the cells that need it.
  std::vector<std::vector<std::size_t>> parents;
  std::vector<std::vector<std::size_t>> children;
  /// Every code cell once, in the order in which marimo runs them; cells that have errors are in it too, at
  /// the end when they are on a cycle.
  std::vector<std::size_t> order;
  /// For each cell: the errors that keep it from running, as marimo words them (kinds cycle, multiple-defs,
  /// import-star, setup-refs, syntax).
  std::vector<std::vector<ErrorOutput>> errors;

  /// All cells that need `cell`, directly or not; sorted.
  std::vector<std::size_t> descendants(std::size_t cell) const;
};

/// Pure. Never throws on any source text: what doesn't parse gets an error of kind `syntax`, and is no part
/// of the graph.
///
/// Its message is the one that Python prints where that can be told without Python: strings, brackets,
/// indentation, misplaced statements, Python 2. Elsewhere it is "invalid syntax" with the line, and the
/// column is a guess. Python has the last word: execution may have the worker compile such a cell and take
/// its error instead, or, should the cell compile after all, run it when all others have run. The other way
/// round, Python refuses some code that nothing here objects to (an assignment to a literal, a repeated
/// argument); then the worker's error is the first, and the cell's edges stay.
Graph analyze(const Notebook& notebook);

}  // namespace cloche::notebook
