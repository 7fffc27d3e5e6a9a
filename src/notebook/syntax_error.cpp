#include "notebook/syntax_error.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "notebook/lexer.hpp"
#include "notebook/line_structure.hpp"
#include "notebook/source_text.hpp"

namespace cloche::notebook {
namespace {

constexpr std::string_view matching(char opening) {
  return opening == '(' ? ")" : opening == '[' ? "]" : "}";
}

std::size_t line_of(std::string_view text, std::size_t position) {
  return static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

std::string_view line_around(std::string_view text, std::size_t position) {
  const std::size_t begin = text.substr(0, position).rfind('\n') + 1;
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

SyntaxProblem problem_at(std::string_view text, std::size_t position, std::string message) {
  return {std::move(message), line_of(text, position), position, position + 1, "SyntaxError"};
}

SyntaxProblem unterminated(std::string_view text, const Token& token) {
  const std::size_t last_line = line_of(text, strip_right(text).size());
  std::string message =
      token.triple
          ? fmt::format("unterminated triple-quoted string literal (detected at line {})", last_line + 1)
          : fmt::format("unterminated string literal (detected at line {})", line_of(text, token.begin) + 1);
  return problem_at(text, token.begin, std::move(message));
}

SyntaxProblem wrong_bracket(std::string_view text, std::size_t opening, std::size_t closing) {
  const std::size_t opening_line = line_of(text, opening);
  std::string message = fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'",
                                    text[closing], text[opening]);
  if (opening_line != line_of(text, closing)) message += fmt::format(" on line {}", opening_line + 1);
  return problem_at(text, closing, std::move(message));
}

// What is wrong with strings and brackets alone; Python says this before anything else.
std::optional<SyntaxProblem> find_lexical_problem(std::string_view text) {
  Lexer lexer(text);
  std::vector<std::size_t> brackets;
  for (Token token = lexer.next();; token = lexer.next()) {
    using enum Token::Kind;
    if (token.kind == open_string) return unterminated(text, token);
    if (token.kind == opening_bracket) brackets.push_back(token.begin);
    if (token.kind == closing_bracket) {
      if (brackets.empty()) {
        return problem_at(text, token.begin, fmt::format("unmatched '{}'", text[token.begin]));
      }
      if (matching(text[brackets.back()]) != lexer.text_of(token)) {
        return wrong_bracket(text, brackets.back(), token.begin);
      }
      brackets.pop_back();
    }
    if (token.kind == end) break;
  }
  if (brackets.empty()) return std::nullopt;
  return problem_at(text, brackets.back(), fmt::format("'{}' was never closed", text[brackets.back()]));
}

// marimo's advice to those who come from Jupyter.
std::string_view hint(std::string_view line) {
  if (line.starts_with('!')) {
    return line.find("pip") != line.npos ? "\nTo install packages, use the package manager panel."
                                         : "\nTo run shell commands, use os.subprocess(...)";
  }
  if (line.starts_with('%')) {
    return "\nIPython magic commands (starting with %) are not supported."
           "\nSee: https://links.marimo.app/from-jupyter-magics";
  }
  return "";
}

}  // namespace

ErrorOutput to_error(std::string_view source, const SyntaxProblem& problem) {
  ErrorOutput error;
  error.kind = "syntax";
  error.name = problem.name;
  error.line = problem.line + 1;
  error.message = fmt::format("line {}\n", error.line);
  std::string_view shown;
  if (problem.begin) {
    const std::size_t begin = std::min(*problem.begin, source.size());
    const std::string_view line = line_around(source, begin);
    const auto line_begin = static_cast<std::size_t>(line.data() - source.data());
    shown = line.substr(std::min(line.find_first_not_of(" \f"), line.size()));
    const auto shown_begin = static_cast<std::size_t>(shown.data() - source.data());
    const std::size_t line_end = line_begin + line.size();
    const std::string_view before =
        begin > shown_begin ? source.substr(shown_begin, begin - shown_begin) : "";
    const std::size_t end = std::clamp(problem.end, begin, std::max(begin, line_end));
    const std::size_t width = std::max<std::size_t>(1, count_characters(source.substr(begin, end - begin)));
    error.message += fmt::format("    {}\n", shown);
    if (problem.end > begin) {
      error.message += fmt::format("    {:{}}{:^>{}}\n", "", count_characters(before), "", width);
    }
  }
  error.message += fmt::format("{}: {}\n{}", problem.name, problem.message, hint(shown));
  return error;
}

SyntaxProblem find_problem(const SyntaxTree& tree) {
  const std::string_view text = tree.text();
  if (std::optional<SyntaxProblem> problem = find_lexical_problem(text)) return *std::move(problem);
  if (std::optional<SyntaxProblem> problem = find_line_problem(text)) return *std::move(problem);
  const TSNode node = tree.first_error();
  const std::size_t position = ts_node_is_null(node) ? 0 : std::min(begin_of(node), text.size());
  return problem_at(text, position, "invalid syntax");
}

}  // namespace cloche::notebook
