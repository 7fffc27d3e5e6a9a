#include "environment/version_specifier.hpp"

#include <algorithm>
#include <charconv>
#include <compare>
#include <string>
#include <vector>

namespace cloche::environment {
namespace {

using Release = std::vector<int>;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The numbers at the start of "3.12.0rc1"; what follows them goes to `rest`.
std::optional<Release> read_release(std::string_view text, std::string_view& rest) {
  Release release;
  while (true) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0) return std::nullopt;
    release.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.size() < 2 || text[0] != '.' || text[1] < '0' || text[1] > '9') break;
    text.remove_prefix(1);
  }
  rest = text;
  return release;
}

std::strong_ordering compare(Release left, Release right) {
  const std::size_t length = std::max(left.size(), right.size());
  left.resize(length);
  right.resize(length);
  return left <=> right;
}

bool starts_with(const Release& version, const Release& prefix) {
  Release padded = version;
  padded.resize(std::max(version.size(), prefix.size()));
  return std::equal(prefix.begin(), prefix.end(), padded.begin());
}

std::optional<bool> satisfies_one(const Release& version, std::string_view specifier) {
  const auto operator_length = std::min(specifier.find_first_not_of("<>=!~"), specifier.size());
  const std::string_view comparison = specifier.substr(0, operator_length);
  std::string_view rest;
  const auto wanted = read_release(trimmed(specifier.substr(operator_length)), rest);
  if (!wanted) return std::nullopt;
  const auto order = compare(version, *wanted);
  const bool any_suffix = rest == ".*";
  if (comparison == "==" || comparison == "===")
    return any_suffix ? starts_with(version, *wanted) : order == 0;
  if (comparison == "!=") return any_suffix ? !starts_with(version, *wanted) : order != 0;
  if (any_suffix) return std::nullopt;
  if (comparison == ">=") return order >= 0;
  if (comparison == "<=") return order <= 0;
  if (comparison == ">") return order > 0;
  if (comparison == "<") return order < 0;
  if (comparison == "~=" && wanted->size() > 1) {
    return order >= 0 && starts_with(version, Release(wanted->begin(), wanted->end() - 1));
  }
  return std::nullopt;
}

}  // namespace

std::optional<bool> satisfies(std::string_view version, std::string_view specifiers) {
  std::string_view rest;
  const auto release = read_release(version, rest);
  if (!release) return std::nullopt;
  bool all = true;
  while (true) {
    const auto comma = specifiers.find(',');
    const std::string_view specifier = trimmed(specifiers.substr(0, comma));
    if (!specifier.empty()) {
      const auto one = satisfies_one(*release, specifier);
      if (!one) return std::nullopt;
      all = all && *one;
    }
    if (comma == std::string_view::npos) return all;
    specifiers.remove_prefix(comma + 1);
  }
}

}  // namespace cloche::environment
