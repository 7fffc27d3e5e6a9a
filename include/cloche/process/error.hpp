#pragma once

#include <string>
#include <system_error>

namespace cloche::process {

/// What the operating system refused (no descriptors, no memory, no processes): thrown, never printed.
/// code() is the errno; what() reads "ATTEMPT: REASON". When it is thrown, no process, descriptor or file is
/// left behind.
class Error : public std::system_error {
 public:
  Error(int error_number, const std::string& attempted);
  /// What the user can do about it, or empty.
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

}  // namespace cloche::process
