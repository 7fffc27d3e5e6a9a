#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notebook/graph.hpp"
#include "notebook/sql_names.hpp"

namespace cloche::notebook {

/// What one cell's code does with names, or the error (of kind syntax or import-star) that keeps the cell out
/// of the graph.
struct CellNames {
  CellAnalysis analysis;
  /// Those of the definitions that SQL text makes; they don't exist for Python.
  std::vector<SqlDefinition> sql_definitions;
  bool is_sql = false;
  std::optional<ErrorOutput> error;
};

/// Pure; takes any text. Parses it once.
CellNames find_names(std::string_view source);

}  // namespace cloche::notebook
