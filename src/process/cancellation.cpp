#include <cerrno>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/error.hpp>

namespace cloche::process {
namespace {

Fd make_eventfd() {
  Fd fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!fd) throw Error(errno, "make an event descriptor");
  return fd;
}

void raise_flag(int fd) noexcept {
  const int saved_errno = errno;
  const std::uint64_t one = 1;
  // It can only fail with EAGAIN, when the counter is full: then the flag is up anyway.
  [[maybe_unused]] const ssize_t written = ::write(fd, &one, sizeof one);
  errno = saved_errno;
}

bool is_raised(int fd) noexcept {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, 0) == 1;
}

}  // namespace

Cancellation::Cancellation() : requested_(make_eventfd()), hurried_(make_eventfd()) {}

void Cancellation::request(int signal) noexcept {
  int none = 0;
  signal_.compare_exchange_strong(none, signal);
  raise_flag(requested_.get());
}
void Cancellation::hurry() noexcept {
  raise_flag(hurried_.get());
}
bool Cancellation::requested() const noexcept {
  return is_raised(requested_.get());
}
bool Cancellation::hurried() const noexcept {
  return is_raised(hurried_.get());
}

}  // namespace cloche::process
