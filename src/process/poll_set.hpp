#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <poll.h>

namespace cloche::process {

using TimePoint = std::chrono::steady_clock::time_point;

/// The earlier of a time and one that may not be there.
inline TimePoint earlier(TimePoint time, std::optional<TimePoint> other) {
  return other && *other < time ? *other : time;
}

/// `delay` after `start`, or the end of time where that lies beyond it. `start` is not before the clock's
/// zero.
inline TimePoint later(TimePoint start, std::chrono::milliseconds delay) {
  const auto room = std::chrono::floor<std::chrono::milliseconds>(TimePoint::max() - start);
  return delay < room ? start + delay : TimePoint::max();
}

/// Descriptors to wait for, for reading or writing. TimePoint::max() is no limit.
class PollSet {
 public:
  /// Ignores a negative one.
  void add(int fd) {
    if (fd >= 0) entries_.push_back({fd, POLLIN, 0});
  }
  void add_for_writing(int fd) {
    if (fd >= 0) entries_.push_back({fd, POLLOUT, 0});
  }

  /// Waits until one is ready (or at its end, or broken) or the time has come. Returns early for a signal.
  void wait_until(TimePoint when);

  bool is_ready(int fd) const;

 private:
  std::vector<pollfd> entries_;
};

}  // namespace cloche::process
