#include "notebook/file_statements.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "notebook/grammar_gaps.hpp"
#include "notebook/line_structure.hpp"
#include "notebook/read.hpp"
#include "notebook/syntax_error.hpp"

namespace cloche::notebook {
namespace {

[[noreturn]] void refuse(const Lines& lines, const SyntaxTree& tree, std::string_view where) {
  const SyntaxProblem problem = find_problem(tree);
  const std::size_t line_begin = lines.start(problem.line);
  const std::size_t begin = problem.begin.value_or(line_begin);
  const std::size_t column = count_characters(lines.text().substr(line_begin, begin - line_begin)) + 1;
  throw ReadError(fmt::format("syntax error {}: {}", where, problem.message), problem.line + 1, column);
}

bool is_correct(const SyntaxTree& tree, const Lines& lines, std::size_t first, std::size_t last) {
  return !tree.has_error() && !find_line_problem(lines.join(first, last));
}

}  // namespace

FileStatements::FileStatements(const Lines& lines) {
  if (add_whole(lines)) return;
  known_syntax_ = without_newer_syntax(lines.text());
  const Lines known_lines(known_syntax_);
  const bool is_other = known_syntax_ != lines.text();
  if (!is_other || !add_whole(known_lines)) recover(known_lines);
}

bool FileStatements::add_whole(const Lines& lines) {
  auto tree = std::make_unique<SyntaxTree>(lines.text());
  if (!is_correct(*tree, lines, 0, lines.size())) return false;
  add(std::move(tree));
  return true;
}

void FileStatements::recover(const Lines& lines) {
  const CellScan scan = scan_cells(lines);
  if (scan.cells.empty()) refuse(lines, SyntaxTree(lines.text()), "in a file without cells");
  auto preamble = std::make_unique<SyntaxTree>(lines, 0, scan.cells.front().begin);
  if (!is_correct(*preamble, lines, 0, scan.cells.front().begin))
    refuse(lines, *preamble, "before the first cell");
  add(std::move(preamble));
  for (const CellLines& cell : scan.cells) {
    if (scan.run_guard && cell.begin > *scan.run_guard) break;
    add_cell(lines, cell);
  }
}

void FileStatements::add(std::unique_ptr<SyntaxTree> tree) {
  for (const SyntaxTree::Child& child : tree->children(tree->root())) {
    statements_.push_back({tree.get(), child.node, std::nullopt});
  }
  trees_.push_back(std::move(tree));
}

void FileStatements::add_cell(const Lines& lines, const CellLines& cell) {
  auto tree = std::make_unique<SyntaxTree>(lines, cell.begin, cell.end);
  if (!is_correct(*tree, lines, cell.begin, cell.end)) {
    statements_.push_back({nullptr, {}, cell});
  } else {
    add(std::move(tree));
  }
}

}  // namespace cloche::notebook
