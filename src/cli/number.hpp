#pragma once

#include <optional>
#include <string_view>
#include <utility>

namespace cloche::cli {

/// The number that `text` begins with (digits, with at most one point among them), if there is one, and what
/// follows it.
std::pair<std::optional<double>, std::string_view> leading_number(std::string_view text);

}  // namespace cloche::cli
