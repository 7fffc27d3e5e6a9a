#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cloche::notebook {

/// The column that `white_space` at the beginning of a line leads to, as Python counts it.
std::size_t column_after(std::string_view white_space);

/// The indentation of the blocks that are open, as Python's tokenizer keeps it.
class IndentationLevels {
 public:
  /// Takes the next logical line, indented by `white_space`; false if it goes back to a level that was never
  /// opened.
  bool accept_line(std::string_view white_space);

 private:
  std::vector<std::size_t> levels_{0};
};

}  // namespace cloche::notebook
