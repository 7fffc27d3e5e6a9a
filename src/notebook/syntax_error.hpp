#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "notebook/notebook.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {

/// Something that Python refuses to compile. Lines count from 0, bytes from the text's beginning.
struct SyntaxProblem {
  std::string message;
  std::size_t line = 0;
  /// The text to point at, or none: Python does not show the place of everything that it refuses. If it is
  /// empty, its line is shown alone.
  std::optional<std::size_t> begin;
  std::size_t end = 0;
  std::string name = "SyntaxError";
};

/// The error as Python prints it and marimo keeps it: line, source line, carets, message.
ErrorOutput to_error(std::string_view source, const SyntaxProblem& problem);

/// What is wrong with a tree that has an error.
SyntaxProblem find_problem(const SyntaxTree& tree);

}  // namespace cloche::notebook
