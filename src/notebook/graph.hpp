#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "notebook/notebook.hpp"

namespace cloche::notebook {

/// What one cell's code does with names, by marimo's rules (names sorted, without duplicates).
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

/// Pure. Never throws on any source text: what doesn't parse gets an error of kind `syntax`.
Graph analyze(const Notebook& notebook);

}  // namespace cloche::notebook
