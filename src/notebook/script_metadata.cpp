#include "notebook/script_metadata.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "notebook/read.hpp"
#include "notebook/source_text.hpp"

namespace cloche::notebook {
namespace {

constexpr std::string_view closing_line = "# ///";

// The TYPE of a line `# /// TYPE`, or nothing.
std::string_view block_type(std::string_view line) {
  constexpr std::string_view opening = "# /// ";
  if (!line.starts_with(opening)) return {};
  const std::string_view type = line.substr(opening.size());
  const bool is_type = std::all_of(type.begin(), type.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
  });
  return is_type ? type : std::string_view{};
}

bool is_content(std::string_view line) {
  return line == "#" || line.starts_with("# ");
}

std::string content_of(const Lines& lines, std::size_t begin, std::size_t end) {
  std::string toml;
  for (std::size_t i = begin; i < end; ++i) {
    toml += lines[i].substr(std::min<std::size_t>(lines[i].size(), 2));
    toml += '\n';
  }
  return toml;
}

}  // namespace

std::optional<ScriptMetadata> find_script_metadata(std::string_view text) {
  const std::string normalized = normalize_source(text);
  const Lines lines(normalized);
  std::optional<ScriptMetadata> found;
  for (std::size_t begin = 0; begin < lines.size(); ++begin) {
    const std::string_view type = block_type(lines[begin]);
    if (type.empty()) continue;
    // A block reaches to the last closing line among the comment lines that follow, and has some content.
    std::size_t comments_end = begin + 1;
    while (comments_end < lines.size() && is_content(lines[comments_end])) ++comments_end;
    std::size_t end = comments_end;
    while (end > begin && lines[end - 1] != closing_line) --end;
    if (end < begin + 3) {
      // Not closed, or empty: no later line of this run can open a block that is closed.
      begin = comments_end - 1;
      continue;
    }
    if (type == "script") {
      if (found) {
        throw ReadError(
            fmt::format("a second `script` block; the first one begins on line {}", found->line - 1),
            begin + 1, 1);
      }
      found = ScriptMetadata{content_of(lines, begin + 1, end - 1), begin + 2};
    }
    begin = end - 1;
  }
  return found;
}

std::optional<Warning> find_almost_script_metadata(std::string_view text) {
  if (find_script_metadata(text)) return std::nullopt;
  const std::string normalized = normalize_source(text);
  const Lines lines(normalized);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == "# /// script") {
      return Warning{i + 1, 1,
                     "the `script` block that begins here is not closed by a line `# ///` and is ignored"};
    }
    if (lines[i] == "#/// script") {
      return Warning{i + 1, 1, "this is no `script` block: a space is missing after `#`"};
    }
  }
  return std::nullopt;
}

}  // namespace cloche::notebook
