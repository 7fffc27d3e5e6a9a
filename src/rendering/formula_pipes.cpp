#include "rendering/formula_pipes.hpp"

#include <algorithm>
#include <cstddef>

namespace cloche::rendering {
namespace {

// A character that no text has a use for, in the place of a pipe in a formula: in a table it would begin a
// new cell.
constexpr std::string_view pipe = "\xEE\x80\x80";

// Where the formula that begins at `open` on this line ends, or npos. As Pandoc has it: no blank inside next
// to the dollars, no digit after them.
std::size_t formula_end(std::string_view line, std::size_t open) {
  if (open + 1 >= line.size() || line[open + 1] == ' ' || line[open + 1] == '$')
    return std::string_view::npos;
  const std::size_t close = line.find('$', open + 1);
  if (close == std::string_view::npos || line[close - 1] == ' ' || line[close - 1] == '\\')
    return std::string_view::npos;
  const bool before_digit = close + 1 < line.size() && line[close + 1] >= '0' && line[close + 1] <= '9';
  return before_digit ? std::string_view::npos : close;
}

}  // namespace

bool has_formula_pipes(std::string_view markdown) {
  return markdown.find('$') != std::string_view::npos && markdown.find('|') != std::string_view::npos &&
         markdown.find(pipe) == std::string_view::npos;
}

std::string with_pipes_hidden(std::string_view markdown) {
  std::string result;
  result.reserve(markdown.size());
  while (!markdown.empty()) {
    const std::string_view line = markdown.substr(0, std::min(markdown.find('\n'), markdown.size() - 1) + 1);
    markdown.remove_prefix(line.size());
    std::size_t kept = 0;
    for (std::size_t at = line.find('$'); at != std::string_view::npos; at = line.find('$', at + 1)) {
      const std::size_t end = formula_end(line, at);
      if (end == std::string_view::npos) continue;
      result.append(line.substr(kept, at - kept));
      for (const char c : line.substr(at, end - at)) {
        if (c == '|') {
          result += pipe;
        } else {
          result += c;
        }
      }
      kept = at = end;
    }
    result.append(line.substr(kept));
  }
  return result;
}

std::string with_pipes_shown(std::string_view html) {
  std::string result;
  result.reserve(html.size());
  for (std::size_t at = html.find(pipe); at != std::string_view::npos; at = html.find(pipe)) {
    result.append(html.substr(0, at)).append("|");
    html.remove_prefix(at + pipe.size());
  }
  return result.append(html);
}

}  // namespace cloche::rendering
