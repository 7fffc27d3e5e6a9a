#include "cli/number.hpp"

#include <algorithm>
#include <string>

namespace cloche::cli {

std::pair<std::optional<double>, std::string_view> leading_number(std::string_view text) {
  const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view digits = text.substr(0, end);
  const std::string_view rest = text.substr(end);
  if (std::count(digits.begin(), digits.end(), '.') > 1) return {std::nullopt, rest};
  if (digits.find_first_not_of('.') == std::string_view::npos) return {std::nullopt, rest};
  return {std::stod(std::string(digits)), rest};
}

}  // namespace cloche::cli
