#pragma once

#include <atomic>

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// A wish to stop that, once made, stays made: a descriptor which becomes readable and is never read.
///
/// Every blocking call of the library polls it. It has two levels: `request()` asks for an orderly stop with
/// its grace; `hurry()` cuts the grace short, and never skips a step of the clean-up. Both may be called from
/// any thread and from a signal handler: each is one write(2) to an eventfd (signal-safety(7)).
class Cancellation {
 public:
  /// Throws Error when the system has no descriptors left.
  Cancellation();

  /// `signal`: the one that asked for it, if one did; the first of them is kept.
  void request(int signal = 0) noexcept;
  void hurry() noexcept;
  bool requested() const noexcept;
  bool hurried() const noexcept;
  /// The signal that was given to request(), or 0.
  int signal() const noexcept { return signal_; }

  /// Readable from the first request() on, for poll(2). Owned by this object.
  int fd() const noexcept { return requested_.get(); }
  /// Readable from the first hurry() on, for poll(2). Owned by this object.
  int hurry_fd() const noexcept { return hurried_.get(); }

 private:
  std::atomic<int> signal_{0};
  Fd requested_;
  Fd hurried_;
};

}  // namespace cloche::process
