#pragma once

#include <string>

#include <cloche/process/ownership.hpp>

namespace cloche::cli {

/// The tier of this name, for --tier. Throws UsageError.
process::Tier parse_tier(const std::string& text);

}  // namespace cloche::cli
