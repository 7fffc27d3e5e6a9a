#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notebook/syntax_tree.hpp"

// The values of Python's literals, read without running Python.
namespace cloche::notebook {

/// The text of a string literal, or of several in a row; none for byte strings, for strings with fields and
/// for all other nodes. Characters that have no UTF-8 (lone surrogates) become U+FFFD.
std::optional<std::string> string_value(const SyntaxTree& tree, TSNode node);

/// The same, but a field of a formatted string counts as the text `placeholder`.
std::optional<std::string> string_value(const SyntaxTree& tree, TSNode node, std::string_view placeholder);

/// A constant or a list of constants as JSON text; none for anything else, or if JSON has no such value.
/// Elements of a list that are no constants are left out.
std::optional<std::string> json_value(const SyntaxTree& tree, TSNode node);

}  // namespace cloche::notebook
