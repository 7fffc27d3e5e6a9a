#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/ownership.hpp>
#include <cloche/process/stop_policy.hpp>

namespace cloche::batch {

enum class Format { html, session };

/// What shall be exported, and how.
struct ExportRequest {
  Format format = Format::html;
  /// As the user named it.
  std::string notebook_path;
  /// Where the result goes; none: stdout.
  std::optional<std::string> output_path;
  /// Replace an existing file without asking.
  bool overwrite = false;
  bool include_code = true;
  std::optional<bool> sandbox;
  /// Empty: found.
  std::string python;
  /// The words for the notebook.
  std::vector<std::string> arguments;
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::chrono::milliseconds> cell_timeout;
  process::StopPolicy stop;
  std::optional<process::Tier> tier;
  /// Borrowed; none: can't be cancelled.
  const process::Cancellation* cancellation = nullptr;
};

}  // namespace cloche::batch
