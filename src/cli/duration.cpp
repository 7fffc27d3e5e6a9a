#include "cli/duration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

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

/// Digits with at most one point among them, and at least one digit.
std::optional<double> read_number(std::string_view digits) {
  if (std::count(digits.begin(), digits.end(), '.') > 1) return std::nullopt;
  if (digits.find_first_not_of('.') == std::string_view::npos) return std::nullopt;
  return std::stod(std::string(digits));
}

}  // namespace

milliseconds parse_duration(std::string_view text, std::string_view option) {
  const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = read_number(text.substr(0, end));
  const std::string_view unit = text.substr(end);
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

}  // namespace cloche::cli
