#pragma once

#include <optional>
#include <string_view>

namespace cloche::environment {

/// Whether Python `version` ("3.11.2") satisfies `specifiers` (">=3.9,<4"), by the rules for version
/// specifiers of Python packages, releases only: a pre-release counts as the release it leads to. None when
/// `specifiers` is no such list.
std::optional<bool> satisfies(std::string_view version, std::string_view specifiers);

}  // namespace cloche::environment
