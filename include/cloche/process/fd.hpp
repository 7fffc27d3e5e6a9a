#pragma once

#include <utility>

namespace cloche::process {

/// Owns one file descriptor and closes it. Move-only; an empty one holds -1.
///
/// Every descriptor in cloche is born close-on-exec and given to an Fd on the line of the system call that
/// made it.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) noexcept : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.release()) {}
  Fd& operator=(Fd&& other) noexcept {
    reset(other.release());
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  /// The number, still owned by this object; -1 when empty.
  int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  /// Gives the descriptor up: the caller owns it now.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
  /// Closes what it holds (never retried: after close(2) returns, the number may be somebody else's) and
  /// holds `fd`.
  void reset(int fd = -1) noexcept;

 private:
  int fd_ = -1;
};

struct Pipe {
  Fd read_end;
  Fd write_end;
};

/// A pipe, both ends close-on-exec and blocking. Throws Error when the system has no descriptors left.
Pipe make_pipe();

/// Makes reads and writes on `fd` return EAGAIN instead of waiting. Throws Error.
void set_nonblocking(int fd);

}  // namespace cloche::process
