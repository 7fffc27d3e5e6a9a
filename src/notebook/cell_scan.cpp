#include "notebook/cell_scan.hpp"

#include <algorithm>
#include <string_view>

#include "notebook/dedent.hpp"
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
  const bool closed = name.size() + 1 < line.size() && (line[name.size() + 1] == '"' || line[name.size() + 1] == '\'');
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
  std::size_t signature = begin;
  const auto is_decorator = [](std::string_view line) { return line.empty() || line.starts_with('@'); };
  while (signature < end && is_decorator(strip(lines[signature]))) ++signature;
  const std::string_view text = lines.text().substr(0, lines.start(end));
  Lexer lexer(text, lines.start(signature));
  int brackets = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.kind == Token::Kind::opening_bracket) ++brackets;
    if (token.kind == Token::Kind::closing_bracket) --brackets;
    if (brackets == 0 && lexer.text_of(token) == ":") {
      const std::string_view before = text.substr(lines.start(signature), token.begin - lines.start(signature));
      return signature + 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
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

}  // namespace

CellScan scan_cells(const Lines& lines) {
  CellScan scan;
  const std::string_view text = lines.text();
  Lexer lexer(text);
  std::size_t line = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    while (lines.start(line + 1) <= token.begin && line + 1 < lines.size()) ++line;
    if (token.kind == Token::Kind::open_string && token.triple) {
      lexer.resume_at(lines.start(line + 1));
      continue;
    }
    if (token.begin != lines.start(line) || token.kind == Token::Kind::newline) continue;
    switch (boundary_at(text, token.begin)) {
      case Boundary::none:
        break;
      case Boundary::body:
        scan.cells.push_back({CellLines::Kind::body, first_decorator(lines, line), 0});
        break;
      case Boundary::setup:
        scan.cells.push_back({CellLines::Kind::setup, line, 0});
        break;
      case Boundary::unparsable:
        scan.cells.push_back({CellLines::Kind::unparsable, line, 0});
        break;
      case Boundary::run_guard:
        if (!scan.run_guard) scan.run_guard = line;
        break;
    }
  }
  std::size_t end = lines.size();
  if (scan.run_guard && !scan.cells.empty() && *scan.run_guard > scan.cells.back().begin) end = *scan.run_guard;
  for (auto cell = scan.cells.rbegin(); cell != scan.cells.rend(); ++cell) {
    cell->end = std::exchange(end, cell->begin);
  }
  return scan;
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
