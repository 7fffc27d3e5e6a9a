#include "cli/size.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "cli/number.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

// Any more could not be counted by the kernel (loff_t).
constexpr double largest = 9e18;

struct Unit {
  std::string_view name;
  double bytes;
};
constexpr double kibibyte = 1024;
constexpr Unit units[] = {{"", 1},
                          {"B", 1},
                          {"K", kibibyte},
                          {"M", kibibyte* kibibyte},
                          {"G", kibibyte* kibibyte* kibibyte},
                          {"T", kibibyte* kibibyte* kibibyte* kibibyte}};

}  // namespace

std::uint64_t parse_size(std::string_view text, std::string_view option) {
  const auto [number, rest] = leading_number(text);
  std::string_view unit = rest;
  if (unit.size() > 1 && unit.ends_with("B")) unit.remove_suffix(1);
  if (unit.size() > 1 && unit.ends_with("i")) unit.remove_suffix(1);
  const auto* found = std::find_if(std::begin(units), std::end(units),
                                   [unit](const Unit& known) { return known.name == unit; });
  const std::string what = std::string(option) + ": `" + std::string(text) + "` ";
  if (!number || found == std::end(units))
    throw UsageError(what + "is no size", "write `4096`, `64K`, `512M` or `2G`");
  const double bytes = *number * found->bytes;
  if (bytes > largest) throw UsageError(what + "is too large");
  return static_cast<std::uint64_t>(std::llround(bytes));
}

}  // namespace cloche::cli
