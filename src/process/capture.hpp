#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cloche::process {

/// Keeps the beginning and the end of a stream within a limit, and counts what lies between.
class Capture {
 public:
  explicit Capture(std::size_t limit) : head_limit_(limit - limit / 2), tail_limit_(limit / 2) {}

  void append(std::string_view bytes);
  std::uint64_t dropped() const noexcept { return dropped_; }
  /// What append() can still take without dropping anything.
  std::size_t room() const noexcept { return head_limit_ + tail_limit_ - head_.size() - tail_.size(); }
  /// All of it, while nothing has been dropped: two pieces in order.
  std::pair<std::string_view, std::string_view> pieces() const noexcept { return {head_, tail_}; }
  /// What was kept, in order; `mark`: a line between the two parts says how much was dropped. Ends the
  /// capture.
  std::string take(bool mark = false);

 private:
  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::string head_;
  /// A ring once it has reached its limit; `tail_begin_` is its oldest byte.
  std::string tail_;
  std::size_t tail_begin_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace cloche::process
