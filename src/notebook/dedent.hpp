#pragma once

#include <string>
#include <string_view>

namespace cloche::notebook {

/// `text` without the indentation that its code has in common, as marimo takes it from a cell's body: lines
/// that are indented less than the first are first indented as it is, the inside of a multi-line string moves
/// with the code around it unless it would lose text, and a final line end is dropped.
std::string dedent(std::string_view text);

}  // namespace cloche::notebook
