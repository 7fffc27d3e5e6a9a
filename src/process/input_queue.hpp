#pragma once

#include <string>
#include <string_view>

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// Bytes on their way into a command, written as fast as it takes them and never faster.
class InputQueue {
 public:
  InputQueue() = default;
  /// `fd` must be non-blocking. `is_terminal`: its end is a character, not a closed descriptor.
  InputQueue(Fd fd, bool is_terminal) : fd_(std::move(fd)), is_terminal_(is_terminal) {}

  void add(std::string_view bytes);
  void end();
  /// Writes what fits.
  void write_some();
  std::size_t size() const noexcept { return bytes_.size() - written_; }
  /// To be polled for writing; negative when there is nothing to write.
  int fd() const noexcept { return size() > 0 ? fd_.get() : -1; }

 private:
  void close_if_done();

  Fd fd_;
  bool is_terminal_ = false;
  bool ended_ = false;
  std::string bytes_;
  std::size_t written_ = 0;
};

}  // namespace cloche::process
