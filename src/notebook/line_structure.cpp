#include "notebook/line_structure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notebook/indentation.hpp"
#include "notebook/lexer.hpp"

namespace cloche::notebook {
namespace {

// Words and signs that need something behind them on the same line.
constexpr std::array<std::string_view, 31> unfinished{
    "=",    "+",    "-",     "%",      "&",      "|",     "^",      "~",      "<",       "@",   "!",
    "/",    "and",  "or",    "not",    "in",     "is",    "if",     "as",     "for",     "del", "def",
    "with", "from", "while", "import", "assert", "class", "lambda", "global", "nonlocal"};

class LineStructure {
 public:
  explicit LineStructure(std::string_view text) : text_(text), lexer_(text) {}

  std::optional<SyntaxProblem> find() {
    for (Token token = lexer_.next(); !problem_; token = lexer_.next()) {
      using enum Token::Kind;
      if (token.kind == comment) continue;
      if (token.kind == newline || token.kind == end) {
        if (brackets_ == 0 && line_begin_.kind != end) end_line(token);
        if (token.kind == end) break;
        ++line_;
        continue;
      }
      if (token.kind == continuation) {
        if (strip_right(text_.substr(token.end)).empty()) {
          report("SyntaxError", "unexpected EOF while parsing", token.begin, 1);
        }
        ++line_;
        continue;
      }
      if (lexer_.text_of(token) == "\\" && token.end == text_.size()) {
        report("SyntaxError", "unexpected EOF while parsing", token.begin, 1);
      } else if (lexer_.text_of(token) == "\\") {
        report("SyntaxError", "unexpected character after line continuation character", token.begin + 1, 1);
      }
      if (line_begin_.kind == end) begin_line(token);
      if (token.kind == opening_bracket) ++brackets_;
      if (token.kind == closing_bracket && brackets_ > 0) --brackets_;
      if (token.kind == string || token.kind == open_string) count_lines(token);
      before_last_ = std::exchange(last_, token);
    }
    if (!problem_ && !block_.empty()) report_missing_block(text_.size(), 0);
    return std::move(problem_);
  }

 private:
  void count_lines(const Token& token) {
    const std::string_view text = lexer_.text_of(token);
    line_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  void report(std::string name, std::string message, std::size_t begin, std::size_t width) {
    if (!problem_) problem_ = {std::move(message), line_, begin, begin + width, std::move(name)};
  }

  void report_missing_block(std::size_t begin, std::size_t width) {
    const std::string_view keyword = block_;
    const std::string what = keyword == "def"     ? "function definition"
                             : keyword == "class" ? "class definition"
                                                  : fmt::format("'{}' statement", keyword);
    report("IndentationError",
           fmt::format("expected an indented block after {} on line {}", what, block_line_ + 1), begin,
           width);
  }

  void begin_line(const Token& token) {
    line_begin_ = token;
    begin_line_ = line_;
    const std::size_t start = text_.substr(0, token.begin).rfind('\n') + 1;
    const std::size_t column = column_after(text_.substr(start, token.begin - start));
    if (!block_.empty()) {
      if (column <= levels_.back()) return report_missing_block(token.begin, token.end - token.begin);
      levels_.push_back(column);
      block_ = {};
    } else if (column > levels_.back()) {
      report("IndentationError", "unexpected indent", token.begin, 0);
    }
    while (column < levels_.back()) levels_.pop_back();
    if (column != levels_.back()) {
      const std::size_t line_end = std::min(text_.find('\n', token.begin), text_.size());
      report("IndentationError", "unindent does not match any outer indentation level", line_end, 1);
    }
  }

  void end_line(const Token& token) {
    const std::string_view last = lexer_.text_of(last_);
    if (last == ":") {
      block_ = lexer_.text_of(line_begin_);
      block_line_ = begin_line_;
      if (block_ == "async") block_ = "def";
    } else if (std::find(unfinished.begin(), unfinished.end(), last) != unfinished.end()) {
      report("SyntaxError", "invalid syntax", token.begin, 1);
    } else if (last == "*" && lexer_.text_of(before_last_) != "import") {
      report("SyntaxError", "invalid syntax", token.begin, 1);
    }
    line_begin_ = {};
    last_ = {};
    before_last_ = {};
  }

  std::string_view text_;
  Lexer lexer_;
  std::size_t line_ = 0;
  int brackets_ = 0;
  std::vector<std::size_t> levels_{0};
  // The first token of the current logical line, and its last two; of kind end between lines.
  Token line_begin_;
  std::size_t begin_line_ = 0;
  Token last_;
  Token before_last_;
  // The keyword of the line that a block must follow, if one must.
  std::string_view block_;
  std::size_t block_line_ = 0;
  std::optional<SyntaxProblem> problem_;
};

}  // namespace

std::optional<SyntaxProblem> find_line_problem(std::string_view text) {
  return LineStructure(text).find();
}

}  // namespace cloche::notebook
