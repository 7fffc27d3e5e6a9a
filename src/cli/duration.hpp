#pragma once

#include <chrono>
#include <string_view>

namespace cloche::cli {

/// Reads `90`, `90s`, `500ms`, `5m`, `1h`, `1.5s`; a bare number means seconds. Throws UsageError, whose text
/// begins with `option` ("--timeout").
std::chrono::milliseconds parse_duration(std::string_view text, std::string_view option);

}  // namespace cloche::cli
