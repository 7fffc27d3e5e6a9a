#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cloche::cli {

/// What stderr can show.
struct Terminal {
  /// A line can be written over. Not under CI, where terminals are recorded.
  bool interactive = false;
  bool colour = false;

  static Terminal of_standard_error();
  /// In columns; it may change at any time.
  static std::size_t width();
};

/// `text` without what would steer a terminal: control characters are replaced by `?`, line ends too.
std::string harmless(std::string_view text);

/// The start of `text` that fits into `columns`, with an ellipsis if something is cut off. One column a
/// character.
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace cloche::cli
