#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace cloche::batch {

/// Why an export ended otherwise than it should have, for people: "WHAT: WHY", and what to do about it, or
/// nothing.
struct Problem {
  std::string message;
  std::string hint;
  bool operator==(const Problem&) const = default;
};

/// How one room tells the hall that the way ends here; never leaves this layer.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& message, std::string hint = {})
      : std::runtime_error(message), hint_(std::move(hint)) {}
  Problem problem() const { return {what(), hint_}; }

 private:
  std::string hint_;
};

}  // namespace cloche::batch
