#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/json/array.hpp>

#include "rendering/page.hpp"

namespace cloche::rendering {

/// What is known of a table besides its rows.
struct TableDescription {
  /// Columns that name rows, in order; they come first.
  std::vector<std::string> row_headers;
  /// The columns in order; empty: as the first row has them.
  std::vector<std::string> columns;
  std::set<std::string, std::less<>> hidden;
  /// Rows that the reader of the notebook had chosen, by position.
  std::set<std::size_t> chosen;
  std::optional<std::size_t> total_rows;
  std::optional<std::size_t> total_columns;
};

/// Appends rows (JSON objects, or bare values for a table of one column) as a table with a line below that
/// says how much of it is there.
void append_rows(Page& page, const boost::json::array& rows, const TableDescription& description);

}  // namespace cloche::rendering
