#pragma once

#include <string>
#include <string_view>

namespace cloche::rendering {

/// Appends what a terminal would show of `text`, as HTML for a <pre>: carriage returns, backspaces and erased
/// lines are folded, colours and weights (SGR) become spans with classes, all other escape sequences vanish.
/// A colour left open ends with the text. Time and memory grow linearly with the text.
void append_terminal_text(std::string& out, std::string_view text);

/// The same without markup: only the characters that a terminal would show, as plain UTF-8.
std::string terminal_plain_text(std::string_view text);

}  // namespace cloche::rendering
