#include "cli/duration.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "cli/number.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

using std::chrono::milliseconds;

// Longer ones would not fit into the clocks that they end up in; nobody waits a century.
constexpr double longest = 100.0 * 365 * 24 * 3600 * 1000;

struct Unit {
  std::string_view name;
  double milliseconds;
};
constexpr Unit units[] = {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};

}  // namespace

milliseconds parse_duration(std::string_view text, std::string_view option) {
  const auto [number, rest] = leading_number(text);
  const std::string_view unit = rest;
  const auto* found = std::find_if(std::begin(units), std::end(units),
                                   [unit](const Unit& known) { return known.name == unit; });
  const std::string what = std::string(option) + ": `" + std::string(text) + "` ";
  if (!number || found == std::end(units)) {
    throw UsageError(what + "is no duration", "write `90`, `90s`, `500ms`, `5m` or `1h`");
  }
  const double result = *number * found->milliseconds;
  if (result > longest) throw UsageError(what + "is too long");
  return milliseconds(std::llround(result));
}

std::optional<milliseconds> parse_limit(std::string_view text, std::string_view option) {
  if (text.empty()) return std::nullopt;
  const milliseconds duration = parse_duration(text, option);
  if (duration.count() == 0) return std::nullopt;
  return duration;
}

std::string duration_text(milliseconds duration) {
  const auto count = duration.count();
  if (count < 1000) return std::to_string(count) + "ms";
  std::string fraction = std::to_string(1000 + count % 1000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(count / 1000) + (fraction.empty() ? "" : "." + fraction) + "s";
}

}  // namespace cloche::cli
