#pragma once

#include <string>
#include <string_view>

// `| a | $|x|$ |` is a table of two columns: pipes inside of a formula on one line do not divide it. The
// Markdown parser does not know that, so such pipes are put out of its sight.
namespace cloche::rendering {

/// Whether it is worth while: the text has dollars and pipes.
bool has_formula_pipes(std::string_view markdown);

/// The Markdown with another character in the place of pipes in formulas.
std::string with_pipes_hidden(std::string_view markdown);

/// HTML made from that, with the pipes back.
std::string with_pipes_shown(std::string_view html);

}  // namespace cloche::rendering
