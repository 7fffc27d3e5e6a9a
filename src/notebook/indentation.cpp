#include "notebook/indentation.hpp"

namespace cloche::notebook {

std::size_t column_after(std::string_view white_space) {
  std::size_t column = 0;
  for (const char c : white_space) column = c == '\t' ? (column / 8 + 1) * 8 : c == '\f' ? 0 : column + 1;
  return column;
}

bool IndentationLevels::accept_line(std::string_view white_space) {
  const std::size_t column = column_after(white_space);
  if (column > levels_.back()) levels_.push_back(column);
  while (column < levels_.back()) levels_.pop_back();
  return column == levels_.back();
}

}  // namespace cloche::notebook
