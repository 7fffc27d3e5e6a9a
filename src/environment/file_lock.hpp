#pragma once

#include <string>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/fd.hpp>

namespace cloche::environment {

/// Keeps other cloches out while it lives. The kernel frees the lock of a program that was killed.
class FileLock {
 public:
  /// Waits until `path`, which is made, is locked by nobody else. `cancellation` may be null. Throws
  /// PrepareCancelled, PrepareError.
  FileLock(const std::string& path, const process::Cancellation* cancellation);

 private:
  process::Fd fd_;
};

}  // namespace cloche::environment
