#pragma once

#include <optional>
#include <string_view>

#include "notebook/syntax_error.hpp"

namespace cloche::notebook {

/// The first place where `text` breaks Python's rules about lines: indentation, blocks, continued lines. The
/// grammar takes a wrong indentation for a line's end, or for nothing, so that code would be read as what it
/// is not. Looks at nothing but how lines begin and end; linear.
std::optional<SyntaxProblem> find_line_problem(std::string_view text);

}  // namespace cloche::notebook
