#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "notebook/notebook.hpp"
#include "notebook/source_text.hpp"

namespace cloche::notebook {

/// The lines of one cell in a file that does not parse as a whole: from `begin` (included) to `end`
/// (excluded), counted from 0.
struct CellLines {
  enum class Kind { body, setup, unparsable };
  Kind kind = Kind::body;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct CellScan {
  /// In document order; the first one ends what comes before the cells.
  std::vector<CellLines> cells;
  /// The line of the run guard, after which there are no cells.
  std::optional<std::size_t> run_guard;
};

/// Finds where cells begin by lines that can be nothing else: an `@app.cell` (or its kin), `with app.setup:`
/// or `app._unparsable_cell(` without indentation, outside of strings.
CellScan scan_cells(const Lines& lines);

/// The cell of lines that don't parse: of kind unparsable, with the code of its body and no id.
Cell recover_cell(const Lines& lines, const CellLines& cell);

}  // namespace cloche::notebook
