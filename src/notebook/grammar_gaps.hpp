#pragma once

#include <string>
#include <string_view>

// Correct Python that the grammar does not know, put into words that it does. Names, and what is done with
// them, stay the same, and so does each byte's place.
namespace cloche::notebook {

/// Newer syntax: template strings become formatted ones, defaults of type parameters become bounds, lists of
/// exceptions without parentheses become one expression. No-break spaces become spaces. Lines stay lines.
std::string without_newer_syntax(std::string_view text);

/// Line ends and comments inside of brackets become spaces: the grammar takes some of them for the end of a
/// block.
std::string with_joined_lines(std::string_view text);

}  // namespace cloche::notebook
