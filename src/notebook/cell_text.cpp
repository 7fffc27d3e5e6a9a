#include "notebook/cell_text.hpp"

#include <string_view>
#include <vector>

#include "notebook/dedent.hpp"

namespace cloche::notebook {
namespace {

struct Position {
  std::size_t line = 0;
  std::size_t byte = 0;
};

Position begin_position(TSNode node) {
  return {begin_line_of(node), begin_of(node)};
}

Position end_position(const SyntaxTree& tree, TSNode node) {
  const TSNode token = tree.last_token(node);
  return {end_line_of(token), end_of(token)};
}

std::vector<TSNode> statements_of(const SyntaxTree& tree, TSNode compound) {
  std::vector<TSNode> statements;
  const TSNode body = tree.child(compound, Field::body);
  if (ts_node_is_null(body)) return statements;
  for (const SyntaxTree::Child& child : tree.children(body)) statements.push_back(child.node);
  return statements;
}

// The line of the colon in front of the body. The grammar lets the body begin there or later.
std::size_t colon_line(const SyntaxTree& tree, TSNode compound) {
  std::size_t line = begin_line_of(compound);
  const std::uint32_t count = ts_node_child_count(compound);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_child(compound, i);
    if (tree.text_of(child) == ":") line = begin_line_of(child);
  }
  return line;
}

// Lines from `begin` to the one that ends at `end`. marimo counts the bytes before `end` and takes as many
// characters, so that behind letters of several bytes a bit of what follows, a comment, comes along.
std::string text_until(const Lines& lines, Position begin, Position end) {
  const std::size_t line_begin = lines.start(end.line);
  const std::string_view last_line = take_characters(lines[end.line], end.byte - line_begin);
  const std::size_t last =
      static_cast<std::size_t>(last_line.data() - lines.text().data()) + last_line.size();
  return std::string(lines.text().substr(begin.byte, last - begin.byte));
}

// The lines after `line` that are blank or begin with `indent`.
std::size_t end_of_indented_lines(const Lines& lines, std::size_t line, std::string_view indent) {
  while (line < lines.size() && (strip(lines[line]).empty() || lines[line].starts_with(indent))) ++line;
  return line;
}

// A comment below the last statement of a body without `return`. marimo sets it on that statement's own line,
// and only if another line, be it blank, follows.
std::string_view trailing_comment(const Lines& lines, std::string_view code, std::size_t line) {
  const std::string_view indent = indentation(code);
  const std::size_t end = end_of_indented_lines(lines, line, indent);
  return end > line + 1 ? strip_right(lines.join(line, end)) : std::string_view{};
}

CellText body_on_signature_line(const SyntaxTree& tree, const Lines& lines,
                                const std::vector<TSNode>& statements) {
  const TSNode last = statements.back();
  const bool has_return = kind_of(last) == Kind::return_statement;
  const Position begin = begin_position(statements.front());
  if (has_return && statements.size() == 1) return {"", begin.line};
  const Position end = has_return ? begin_position(last) : end_position(tree, last);
  return {dedent(text_until(lines, begin, end)), begin.line};
}

// Code from `first_line` to the end of a block whose last statement is `last`, and comments below it.
std::string block_text(const SyntaxTree& tree, const Lines& lines, Position begin,
                       const std::vector<TSNode>& statements) {
  const Position end = end_position(tree, statements.back());
  std::string text = text_until(lines, begin, end);
  const std::string_view indent = indentation(lines[begin_line_of(statements.front())]);
  if (!indent.empty()) {
    const std::size_t comments_end = end_of_indented_lines(lines, end.line + 1, indent);
    const std::string_view comments = strip_right(lines.join(end.line + 1, comments_end));
    if (!comments.empty()) (text += '\n') += comments;
  }
  return dedent(text);
}

}  // namespace

CellText cell_body(const SyntaxTree& tree, const Lines& lines, TSNode function) {
  const std::vector<TSNode> statements = statements_of(tree, function);
  const std::size_t signature_line = colon_line(tree, function);
  const std::size_t first_line = signature_line + 1;
  if (statements.empty()) return {"", first_line};
  if (begin_line_of(statements.front()) == signature_line)
    return body_on_signature_line(tree, lines, statements);

  const TSNode last = statements.back();
  const Position begin{first_line, lines.start(first_line)};
  if (kind_of(last) != Kind::return_statement) {
    const Position end = end_position(tree, last);
    std::string code = text_until(lines, begin, end);
    code += trailing_comment(lines, code, end.line + 1);
    return {dedent(code), first_line};
  }
  const Position return_begin = begin_position(last);
  if (statements.size() > 1) {
    const std::size_t previous_end = end_position(tree, statements[statements.size() - 2]).line;
    if (previous_end == return_begin.line)
      return {dedent(text_until(lines, begin, return_begin)), first_line};
  }
  return {dedent(lines.join(first_line, return_begin.line)), first_line};
}

CellText cell_definition(const SyntaxTree& tree, const Lines& lines, TSNode decorator, TSNode definition) {
  const std::size_t first_line = end_position(tree, decorator).line + 1;
  const std::vector<TSNode> statements = statements_of(tree, definition);
  const Position begin{first_line, lines.start(first_line)};
  if (statements.empty())
    return {dedent(text_until(lines, begin, end_position(tree, definition))), first_line};
  return {block_text(tree, lines, begin, statements), first_line};
}

CellText setup_body(const SyntaxTree& tree, const Lines& lines, TSNode with_statement) {
  const std::vector<TSNode> statements = statements_of(tree, with_statement);
  const std::size_t header_line = colon_line(tree, with_statement);
  if (statements.empty()) return {"", header_line + 1};
  Position begin{header_line + 1, lines.start(header_line + 1)};
  if (begin_line_of(statements.front()) == header_line) begin = begin_position(statements.front());
  CellText text{block_text(tree, lines, begin, statements), begin.line};
  // A block of comments alone was given a `pass`.
  constexpr std::string_view pass = "\npass";
  if (text.source.ends_with(pass)) text.source.resize(text.source.size() - pass.size());
  return text;
}

}  // namespace cloche::notebook
