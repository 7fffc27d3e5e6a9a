#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <cloche/process/cancellation.hpp>

#include "artifact/atomic_file.hpp"

namespace cloche::batch {

/// Where the result goes: a file, or stdout.
class OutputTarget {
 public:
  /// Opens it, so that a place that can't be written is found out before anything runs. `path`: none for
  /// stdout. `cancellation` may be null. Throws Failure.
  OutputTarget(const std::optional<std::string>& path, const process::Cancellation* cancellation);

  /// Writes all of it, or leaves what was there. Throws Failure.
  void write(std::string_view bytes);
  /// The path, or "stdout".
  const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
  const process::Cancellation* cancellation_;
  std::optional<artifact::AtomicFile> file_;
};

}  // namespace cloche::batch
