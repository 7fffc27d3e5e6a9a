#include "notebook/dedent.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "notebook/indentation.hpp"
#include "notebook/lexer.hpp"
#include "notebook/source_text.hpp"

namespace cloche::notebook {
namespace {

// For each line, whether it begins inside of a string; none if the text is no sequence of tokens.
std::optional<std::vector<bool>> lines_in_strings(const Lines& lines) {
  std::vector<bool> in_string(lines.size(), false);
  Lexer lexer(lines.text());
  IndentationLevels levels;
  std::size_t line = 0;
  int brackets = 0;
  bool at_line_begin = true;
  for (Token token = lexer.next();; token = lexer.next()) {
    using enum Token::Kind;
    if (token.kind == end) break;
    if (token.kind == newline) {
      ++line;
      at_line_begin = brackets == 0;
      continue;
    }
    if (token.kind == continuation) {
      ++line;
      if (line + 1 == lines.size() && lines[line].empty()) return std::nullopt;
      at_line_begin = false;
      continue;
    }
    if (token.kind == comment) continue;
    if (at_line_begin) {
      const std::size_t start = lines.start(line);
      if (!levels.accept_line(lines.text().substr(start, token.begin - start))) return std::nullopt;
      at_line_begin = false;
    }
    if (token.kind == open_string && token.triple) return std::nullopt;
    if (token.kind == opening_bracket) ++brackets;
    if (token.kind == closing_bracket && brackets > 0) --brackets;
    if (token.kind == string || token.kind == open_string) {
      const std::string_view text = lexer.text_of(token);
      const auto line_ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      for (std::size_t i = 1; i <= line_ends; ++i) in_string[line + i] = true;
      line += line_ends;
    }
  }
  if (brackets > 0) return std::nullopt;
  return in_string;
}

bool is_blank(std::string_view line) {
  return strip_left(line).empty();
}

// Python's textwrap.dedent: what all lines that are not blank have in common goes; blank lines are emptied.
std::string dedent_plainly(const Lines& lines) {
  std::optional<std::string_view> margin;
  const auto is_empty = [](std::string_view line) { return line.find_first_not_of(" \t") == line.npos; };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (is_empty(line)) continue;
    const std::string_view white_space = line.substr(0, line.find_first_not_of(" \t"));
    if (!margin) margin = white_space;
    const auto different =
        std::mismatch(margin->begin(), margin->end(), white_space.begin(), white_space.end());
    margin = margin->substr(0, static_cast<std::size_t>(different.first - margin->begin()));
  }
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) result += '\n';
    if (!is_empty(lines[i])) result += lines[i].substr(margin->size());
  }
  return result;
}

// Marks the strings that lose text if `shift` characters of each of their lines go.
std::vector<bool> untouchable_lines(const Lines& lines, const std::vector<bool>& in_string,
                                    std::size_t shift) {
  std::vector<bool> untouchable(lines.size(), false);
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin;
    bool loses = false;
    for (; end < lines.size() && in_string[end]; ++end) {
      loses = loses || (!is_blank(lines[end]) && count_characters(indentation(lines[end])) < shift);
    }
    if (loses) {
      std::fill(untouchable.begin() + static_cast<std::ptrdiff_t>(begin),
                untouchable.begin() + static_cast<std::ptrdiff_t>(end), true);
    }
    begin = end + 1;
  }
  return untouchable;
}

std::string_view without_indentation(std::string_view line, std::size_t shift) {
  const std::size_t content = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(std::min(content, shift));
}

// Takes the smallest indentation of any code line from all lines.
std::string dedent_code(const Lines& lines) {
  const std::optional<std::vector<bool>> in_string = lines_in_strings(lines);
  if (!in_string) return dedent_plainly(lines);
  std::optional<std::size_t> shift;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if ((*in_string)[i] || is_blank(lines[i])) continue;
    const std::size_t width = count_characters(indentation(lines[i]));
    shift = std::min(shift.value_or(width), width);
  }
  if (shift.value_or(0) == 0) return std::string(lines.text());
  const std::vector<bool> untouchable = untouchable_lines(lines, *in_string, *shift);
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) result += '\n';
    result += untouchable[i] ? lines[i] : without_indentation(lines[i], *shift);
  }
  return result;
}

}  // namespace

std::string dedent(std::string_view text) {
  const Lines lines(text);
  const std::vector<bool> in_string =
      lines_in_strings(lines).value_or(std::vector<bool>(lines.size(), false));
  const std::size_t count =
      lines.size() > 1 && lines[lines.size() - 1].empty() ? lines.size() - 1 : lines.size();

  std::optional<std::string_view> first_indentation;
  for (std::size_t i = 0; i < count && !first_indentation; ++i) {
    if (!in_string[i] && !is_blank(lines[i])) first_indentation = indentation(lines[i]);
  }
  if (!first_indentation) return dedent_plainly(lines);

  std::string filled;
  filled.reserve(text.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) filled += '\n';
    if (!in_string[i] && !lines[i].starts_with(*first_indentation)) filled += *first_indentation;
    filled += lines[i];
  }
  return dedent_code(Lines(filled));
}

}  // namespace cloche::notebook
