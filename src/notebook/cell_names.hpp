#pragma once

#include <optional>
#include <string_view>

#include "notebook/graph.hpp"

namespace cloche::notebook {

/// What one cell's code does with names, or the error (of kind syntax or import-star) that keeps the cell out
/// of the graph.
struct CellNames {
  CellAnalysis analysis;
  std::optional<ErrorOutput> error;
};

/// Pure; takes any text. Parses it once.
CellNames find_names(std::string_view source);

}  // namespace cloche::notebook
