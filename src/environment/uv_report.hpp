#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cloche::environment {

/// What `uv sync --output-format json` says that it did.
struct UvSyncReport {
  /// The environment's folder.
  std::string root;
  /// Its interpreter.
  std::string python;
  bool operator==(const UvSyncReport&) const = default;
};

/// None when `json` is no such report.
std::optional<UvSyncReport> read_uv_sync_report(std::string_view json);

}  // namespace cloche::environment
