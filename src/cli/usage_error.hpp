#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace cloche::cli {

/// The words on the command line make no sense. what() is one line, hint() what to do about it, or empty.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message, std::string hint = {})
      : std::runtime_error(message), hint_(std::move(hint)) {}
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

}  // namespace cloche::cli
