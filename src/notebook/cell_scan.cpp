#include "notebook/cell_scan.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "notebook/dedent.hpp"
#include "notebook/indentation.hpp"
#include "notebook/lexer.hpp"

namespace cloche::notebook {
namespace {

enum class Boundary { none, body, setup, unparsable, run_guard };

// Reads tokens and compares them with what is expected.
class Expectation {
 public:
  Expectation(std::string_view text, std::size_t position) : lexer_(text, position), token_(lexer_.next()) {}

  bool take(std::string_view text) {
    if (lexer_.text_of(token_) != text) return false;
    token_ = lexer_.next();
    return true;
  }
  bool ends_line() const {
    using enum Token::Kind;
    return token_.kind == newline || token_.kind == comment || token_.kind == end;
  }
  // A `:` on the rest of the line.
  bool has_colon() {
    while (token_.kind != Token::Kind::newline && token_.kind != Token::Kind::end) {
      if (take(":")) return true;
      token_ = lexer_.next();
    }
    return false;
  }

 private:
  Lexer lexer_;
  Token token_;
};

Boundary boundary_at(std::string_view text, std::size_t position) {
  Expectation line(text, position);
  if (line.take("@")) {
    if (!line.take("app") || !line.take(".")) return Boundary::none;
    const bool is_cell = line.take("cell") || line.take("function") || line.take("class_definition");
    return is_cell && (line.ends_line() || line.take("(")) ? Boundary::body : Boundary::none;
  }
  if (line.take("app")) {
    return line.take(".") && line.take("_unparsable_cell") && line.take("(") ? Boundary::unparsable
                                                                             : Boundary::none;
  }
  if (line.take("if")) {
    return line.take("__name__") && line.take("=") ? Boundary::run_guard : Boundary::none;
  }
  line.take("async");
  return line.take("with") && line.take("app") && line.take(".") && line.take("setup") && line.has_colon()
             ? Boundary::setup
             : Boundary::none;
}

// Decorators above the cell's own belong to it.
std::size_t first_decorator(const Lines& lines, std::size_t line) {
  std::size_t first = line;
  while (line > 0) {
    const std::string_view above = strip(lines[line - 1]);
    if (!above.empty() && !above.starts_with('@')) break;
    --line;
    if (!above.empty()) first = line;
  }
  return first;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string_view word_at(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word_byte);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// The name after `def` or `class`, or none.
std::string_view defined_name(std::string_view line) {
  line = strip_left(line);
  if (line.starts_with("async ")) line = strip_left(line.substr(6));
  for (const std::string_view keyword : {"def ", "class "}) {
    if (line.starts_with(keyword)) return word_at(strip_left(line.substr(keyword.size())));
  }
  return {};
}

// The value of name="…", or none.
std::string_view given_name(std::string_view line) {
  constexpr std::string_view keyword = "name";
  const std::size_t found = line.find(keyword);
  if (found == line.npos) return {};
  line = strip_left(line.substr(found + keyword.size()));
  if (!line.starts_with('=')) return {};
  line = strip_left(line.substr(1));
  if (line.empty() || (line[0] != '"' && line[0] != '\'')) return {};
  const std::string_view name = word_at(line.substr(1));
  const bool closed =
      name.size() + 1 < line.size() && (line[name.size() + 1] == '"' || line[name.size() + 1] == '\'');
  return closed ? name : std::string_view{};
}

std::string_view find_name(const Lines& lines, const CellLines& cell) {
  if (cell.kind == CellLines::Kind::setup) return {};
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    const std::string_view name =
        cell.kind == CellLines::Kind::body ? defined_name(lines[i]) : given_name(lines[i]);
    if (!name.empty()) return name;
  }
  return {};
}

// The line after the one with the colon that ends the cell's signature, or `begin` if there is none.
std::size_t body_begin(const Lines& lines, std::size_t begin, std::size_t end) {
  const std::string_view text = lines.text().substr(0, lines.start(end));
  Lexer lexer(text, lines.start(begin));
  int brackets = 0;
  bool in_signature = false;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.kind == Token::Kind::opening_bracket) ++brackets;
    if (token.kind == Token::Kind::closing_bracket) --brackets;
    if (brackets != 0) continue;
    const std::string_view word = lexer.text_of(token);
    if (word == "def" || word == "class" || word == "with") in_signature = true;
    if (in_signature && word == ":") {
      const std::string_view before = text.substr(lines.start(begin), token.begin - lines.start(begin));
      return begin + 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    }
  }
  return begin;
}

bool is_return(std::string_view line) {
  line = strip(line);
  return line == "return" || line.starts_with("return ") || line.starts_with("return\t") ||
         line.starts_with("return(");
}

// Leaves out the `return` at the body's own level that ends it.
std::size_t body_end(const Lines& lines, std::size_t begin, std::size_t end) {
  while (begin < end && strip(lines[begin]).empty()) ++begin;
  std::size_t last = end;
  while (last > begin && strip(lines[last - 1]).empty()) --last;
  if (last == begin) return end;
  const std::string_view line = lines[last - 1];
  return is_return(line) && indentation(line) == indentation(lines[begin]) ? last - 1 : end;
}

class Scanner {
 public:
  explicit Scanner(const Lines& lines) : lines_(lines), lexer_(lines.text()) {}

  CellScan scan() && {
    for (Token token = lexer_.next(); token.kind != Token::Kind::end; token = lexer_.next()) look_at(token);
    end_cells();
    return std::move(scan_);
  }

 private:
  void look_at(const Token& token) {
    using enum Token::Kind;
    while (line_ + 1 < lines_.size() && lines_.start(line_ + 1) <= token.begin) ++line_;
    if (token.kind == newline) {
      at_line_begin_ = at_line_begin_ || brackets_ == 0;
      return;
    }
    if (token.kind == comment || token.kind == continuation) return;
    if (token.kind == open_string && token.triple) return lexer_.resume_at(lines_.start(line_ + 1));
    if (token.begin == lines_.start(line_)) add_boundary(token.begin);
    if (at_line_begin_ && !accept_line(token)) return resume_at_boundary();
    at_line_begin_ = false;
    if (token.kind == opening_bracket) ++brackets_;
    if (token.kind == closing_bracket && brackets_ > 0) --brackets_;
  }

  void add_boundary(std::size_t position) {
    std::optional<CellLines::Kind> kind;
    switch (boundary_at(lines_.text(), position)) {
      case Boundary::none:
        return;
      case Boundary::body:
        kind = CellLines::Kind::body;
        break;
      case Boundary::setup:
        kind = CellLines::Kind::setup;
        break;
      case Boundary::unparsable:
        kind = CellLines::Kind::unparsable;
        break;
      case Boundary::run_guard:
        if (!scan_.run_guard) scan_.run_guard = line_;
        break;
    }
    // Whatever was open in front of a cell is not open in it.
    brackets_ = 0;
    levels_ = {};
    at_line_begin_ = true;
    if (!kind) return;
    const std::size_t begin = *kind == CellLines::Kind::body ? first_decorator(lines_, line_) : line_;
    scan_.cells.push_back({*kind, begin, 0});
  }

  bool accept_line(const Token& token) {
    return levels_.accept_line(lines_.text().substr(lines_.start(line_), token.begin - lines_.start(line_)));
  }

  // A line that no block can hold shows that strings and code have changed places: a quote is missing, or
  // there is one too many. The next line that looks like the beginning of a cell is one.
  void resume_at_boundary() {
    std::size_t line = line_ + 1;
    while (line < lines_.size() && boundary_at(lines_.text(), lines_.start(line)) == Boundary::none) ++line;
    lexer_.resume_at(lines_.start(line));
    levels_ = {};
    at_line_begin_ = true;
  }

  void end_cells() {
    std::size_t end = lines_.size();
    if (scan_.run_guard && !scan_.cells.empty() && *scan_.run_guard > scan_.cells.back().begin) {
      end = *scan_.run_guard;
    }
    for (auto cell = scan_.cells.rbegin(); cell != scan_.cells.rend(); ++cell) {
      cell->end = std::exchange(end, cell->begin);
    }
    // Of two decorators above one function, the first one begins the cell.
    std::erase_if(scan_.cells, [](const CellLines& cell) { return cell.begin == cell.end; });
  }

  const Lines& lines_;
  Lexer lexer_;
  std::size_t line_ = 0;
  int brackets_ = 0;
  bool at_line_begin_ = true;
  IndentationLevels levels_;
  CellScan scan_;
};

}  // namespace

CellScan scan_cells(const Lines& lines) {
  return Scanner(lines).scan();
}

Cell recover_cell(const Lines& lines, const CellLines& cell) {
  Cell recovered;
  recovered.kind = CellKind::unparsable;
  if (const std::string_view name = find_name(lines, cell); !name.empty()) recovered.name = name;
  std::size_t begin = cell.begin;
  std::size_t end = cell.end;
  while (end > begin && lines[end - 1].empty()) --end;
  if (cell.kind == CellLines::Kind::unparsable) {
    recovered.source = lines.join(begin, end);
    recovered.line = begin + 1;
    return recovered;
  }
  begin = body_begin(lines, begin, end);
  end = body_end(lines, begin, end);
  while (begin < end && strip(lines[begin]).empty()) ++begin;
  recovered.source = strip(dedent(lines.join(begin, end)));
  recovered.line = begin + 1;
  return recovered;
}

}  // namespace cloche::notebook
