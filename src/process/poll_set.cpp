#include "process/poll_set.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <cloche/process/error.hpp>

namespace cloche::process {

void PollSet::wait_until(TimePoint when) {
  using namespace std::chrono;
  timespec limit{};
  timespec* timeout = nullptr;
  if (when != TimePoint::max()) {
    const TimePoint now = steady_clock::now();
    const nanoseconds left = when > now ? when - now : nanoseconds{0};
    const seconds whole = duration_cast<seconds>(left);
    limit.tv_sec = static_cast<time_t>(whole.count());
    limit.tv_nsec = static_cast<long>((left - whole).count());
    timeout = &limit;
  }
  if (::ppoll(entries_.data(), entries_.size(), timeout, nullptr) >= 0) return;
  for (pollfd& entry : entries_) entry.revents = 0;
  if (errno != EINTR) throw Error(errno, "wait for a command");
}

bool PollSet::is_ready(int fd) const {
  return fd >= 0 && std::any_of(entries_.begin(), entries_.end(),
                                [fd](const pollfd& entry) { return entry.fd == fd && entry.revents != 0; });
}

}  // namespace cloche::process
