#pragma once

#include <string_view>

namespace cloche::cli {

/// Reads `TERM`, `SIGTERM`, `term` or `15`. Throws UsageError, whose text begins with `option`
/// ("--stop-signal").
int parse_signal(std::string_view text, std::string_view option);

}  // namespace cloche::cli
