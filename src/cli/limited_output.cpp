#include "cli/limited_output.hpp"

#include <algorithm>
#include <cerrno>
#include <string>

#include <poll.h>

#include "artifact/stream.hpp"

namespace cloche::cli {
namespace {

/// Of a pipe or socket (poll(2): POLLERR on the writing end).
bool reader_is_gone(int fd) {
  pollfd entry{fd, 0, 0};
  return ::poll(&entry, 1, 0) == 1 && (entry.revents & POLLERR) != 0;
}

}  // namespace

int LimitedOutput::append(std::string_view bytes) {
  capture_.append(bytes);
  const std::string_view first = bytes.substr(0, std::min(bytes.size(), first_half_ - passed_on_));
  passed_on_ += first.size();
  return write(first);
}

int LimitedOutput::finish() {
  const std::string all = capture_.take(true);
  return write(std::string_view(all).substr(passed_on_));
}

int LimitedOutput::write(std::string_view bytes) {
  if (error_ != 0) return error_;
  // While nothing is passed on, no write tells that nobody reads any more.
  if (!bytes.empty())
    error_ = artifact::write_stream(fd_, bytes, &cancellation_);
  else if (reader_is_gone(fd_))
    error_ = EPIPE;
  return error_;
}

}  // namespace cloche::cli
