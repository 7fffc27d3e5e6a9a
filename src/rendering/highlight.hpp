#pragma once

#include <string>
#include <string_view>

namespace cloche::rendering {

/// Appends Python source as HTML for a <pre>, its tokens in spans whose classes are Pygments' short ones (as
/// in code that marimo has coloured). Source that doesn't parse is coloured as far as sense can be made of
/// it.
void append_python(std::string& out, std::string_view source);

/// Whether the source is nothing but one call of a method `md` (`mo.md("…")`): a cell of prose.
bool is_prose(std::string_view source);

}  // namespace cloche::rendering
