#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cloche::cli {

/// The one of `known` that was probably meant by `word`; empty when none is near.
std::string closest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean `…`?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace cloche::cli
