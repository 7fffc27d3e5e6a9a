#include "rendering/latex.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "rendering/escape.hpp"

namespace cloche::rendering {
namespace {

struct Delimiters {
  std::string_view open;
  std::string_view close;
  bool is_display;
};

const Delimiters* delimiters_at(std::string_view text) {
  static constexpr std::array<Delimiters, 4> all = {
      {{"$$", "$$", true}, {"\\[", "\\]", true}, {"\\(", "\\)", false}, {"$", "$", false}}};
  const auto* found = std::find_if(all.begin(), all.end(), [text](const Delimiters& candidate) {
    return text.starts_with(candidate.open);
  });
  return found == all.end() ? nullptr : found;
}

}  // namespace

void append_latex(Page& page, std::string_view latex) {
  const std::size_t first = latex.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return;
  latex = latex.substr(first, latex.find_last_not_of(" \t\r\n") - first + 1);
  if (latex.starts_with("\\begin{")) {
    page.formulas.append(page.out, latex, true);
    return;
  }
  if (latex.find('$') == std::string_view::npos && !latex.starts_with("\\(") && !latex.starts_with("\\[")) {
    page.formulas.append(page.out, latex, true);
    return;
  }
  std::string& out = page.out;
  out += "<p>";
  std::size_t kept = 0;
  for (std::size_t at = 0; (at = latex.find_first_of("$\\", at)) != std::string_view::npos;) {
    const Delimiters* delimiters = delimiters_at(latex.substr(at));
    const std::size_t start = at + (delimiters == nullptr ? 0 : delimiters->open.size());
    const std::size_t end =
        delimiters == nullptr ? std::string_view::npos : latex.find(delimiters->close, start);
    if (end == std::string_view::npos) {
      if (delimiters != nullptr) break;  // never closed
      at += 2;                           // a backslash and what it escapes
      continue;
    }
    append_text(out, latex.substr(kept, at - kept));
    page.formulas.append(out, latex.substr(start, end - start), delimiters->is_display);
    kept = at = end + delimiters->close.size();
  }
  append_text(out, latex.substr(kept));
  out += "</p>";
}

}  // namespace cloche::rendering
