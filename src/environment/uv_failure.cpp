#include "environment/uv_failure.hpp"

#include <algorithm>
#include <vector>

#include "environment/redaction.hpp"

namespace cloche::environment {
namespace {

struct Phrase {
  std::string_view words;
  UvFailureKind kind;
};

// Each seen in uv 0.13.9; tests make a real uv say them. The first that occurs decides.
constexpr Phrase phrases[] = {
    {"No interpreter found for", UvFailureKind::no_python},
    {"network was disabled", UvFailureKind::offline},
    {"No solution found", UvFailureKind::no_solution},
    {"Failed to initialize cache", UvFailureKind::cache_not_writable},
    {"ailed to write to the distribution cache", UvFailureKind::cache_not_writable},
    {"Failed to fetch", UvFailureKind::no_network},
    {"error sending request", UvFailureKind::no_network},
    {"unexpected argument", UvFailureKind::too_old},
    {"unrecognized subcommand", UvFailureKind::too_old},
};

// Below these, causes repeat what was said above in the words of ever lower layers.
constexpr std::size_t most_statements = 2;

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Takes off `prefix`, if it is there.
bool remove_prefix(std::string_view& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return false;
  line = trimmed(line.substr(prefix.size()));
  return true;
}

std::string reason(UvFailureKind kind) {
  switch (kind) {
    case UvFailureKind::no_solution:
      return "no packages satisfy its requirements";
    case UvFailureKind::no_network:
      return "the packages can't be fetched";
    case UvFailureKind::offline:
      return "the network is switched off (UV_OFFLINE)";
    case UvFailureKind::no_python:
      return "there is no such Python";
    case UvFailureKind::cache_not_writable:
      return "uv can't write its cache";
    case UvFailureKind::too_old:
      return "this uv is too old";
    case UvFailureKind::other:
      break;
  }
  return "uv failed";
}

std::string hint_for(UvFailureKind kind) {
  switch (kind) {
    case UvFailureKind::no_network:
      return "check the network and the package index; packages in uv's cache work without one "
             "(UV_OFFLINE=1)";
    case UvFailureKind::no_python:
      return "`uv python list` shows those there are, `uv python install` gets one";
    case UvFailureKind::cache_not_writable:
      return "name a folder that can be written in UV_CACHE_DIR";
    case UvFailureKind::too_old:
      return "uv 0.7.21 or newer is needed: `uv self update`, or `pip install --upgrade uv`";
    case UvFailureKind::no_solution:
    case UvFailureKind::offline:
    case UvFailureKind::other:
      break;
  }
  return {};
}

std::string joined(const std::vector<std::string>& statements) {
  std::string result;
  std::size_t first = 0;
  // Its cause says the same, and why.
  if (statements.size() > 1 && statements[0].starts_with("No solution found")) first = 1;
  for (std::size_t i = first; i < std::min(statements.size(), first + most_statements); ++i) {
    if (i > first) result += result.ends_with(':') ? " " : ": ";
    result += statements[i];
  }
  return result;
}

}  // namespace

UvFailureKind recognise_uv_failure(std::string_view standard_error) {
  for (const auto& [words, kind] : phrases) {
    if (standard_error.find(words) != std::string_view::npos) return kind;
  }
  return UvFailureKind::other;
}

std::string gist_of_uv_failure(std::string_view standard_error) {
  std::vector<std::string> gist;
  bool in_error = false;
  for (std::string_view line : lines_of(standard_error)) {
    line = trimmed(line);
    if (line.empty() || line.starts_with("hint:") || line.starts_with("warning:")) {
      in_error = false;
      continue;
    }
    // Older versions draw a tree with these signs.
    const bool begins = remove_prefix(line, "error:") || remove_prefix(line, "×");
    if (!begins && !in_error) continue;
    in_error = true;
    const bool is_cause =
        remove_prefix(line, "cause:") || remove_prefix(line, "╰─▶") || remove_prefix(line, "├─▶");
    if (line == "Caused by:") continue;
    std::string text = redact(line);
    if (begins || is_cause || gist.empty()) {
      gist.push_back(std::move(text));
    } else {
      gist.back() += " " + text;
    }
  }
  return joined(gist);
}

PrepareError uv_error(const std::string& what, std::string_view standard_error, const std::string& outcome) {
  const UvFailureKind kind = recognise_uv_failure(standard_error);
  const std::string gist = gist_of_uv_failure(standard_error);
  return PrepareError(what + ": " + reason(kind) + ": " + (gist.empty() ? "it " + outcome : gist),
                      hint_for(kind));
}

}  // namespace cloche::environment
