#include "notebook/cell_names.hpp"

#include <string>
#include <utility>

#include "notebook/grammar_gaps.hpp"
#include "notebook/line_structure.hpp"
#include "notebook/name_visitor.hpp"
#include "notebook/syntax_error.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {
namespace {

CellNames refused(ErrorOutput error) {
  CellNames names;
  names.error = std::move(error);
  return names;
}

}  // namespace

CellNames find_names(std::string_view source) {
  const SyntaxTree tree(source);
  if (!tree.has_error()) {
    if (const std::optional<SyntaxProblem> problem = find_line_problem(source)) {
      return refused(to_error(source, *problem));
    }
    return NameVisitor(tree).run();
  }
  const std::string known_syntax = without_newer_syntax(source);
  if (!find_line_problem(known_syntax)) {
    const std::string joined = with_joined_lines(known_syntax);
    const SyntaxTree second_tree(joined);
    if (joined != source && !second_tree.has_error()) return NameVisitor(second_tree).run();
  }
  return refused(to_error(source, find_problem(tree)));
}

}  // namespace cloche::notebook
