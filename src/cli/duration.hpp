#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace cloche::cli {

/// Reads `90`, `90s`, `500ms`, `5m`, `1h`, `1.5s`; a bare number means seconds. Throws UsageError, whose text
/// begins with `option` ("--timeout").
std::chrono::milliseconds parse_duration(std::string_view text, std::string_view option);

/// The same for a limit: empty or zero is none, as with timeout(1).
std::optional<std::chrono::milliseconds> parse_limit(std::string_view text, std::string_view option);

/// As it is written: "90s", "1.5s", "500ms".
std::string duration_text(std::chrono::milliseconds duration);

}  // namespace cloche::cli
