#pragma once

#include <cstdint>
#include <string_view>

namespace cloche::cli {

/// Reads `4096`, `64K`, `512M`, `2G`, `1.5GiB`: bytes, in powers of 1024. Throws UsageError, whose text
/// begins with `option` ("--memory").
std::uint64_t parse_size(std::string_view text, std::string_view option);

}  // namespace cloche::cli
