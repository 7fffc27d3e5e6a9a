#include "artifact/stream.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cloche::artifact {
namespace {

// A descriptor that we did not open may be blocking, and its other holders would be surprised if we changed
// that. When poll(2) calls a pipe writable it takes this much without blocking.
constexpr std::size_t piece_of_a_pipe = PIPE_BUF;
constexpr std::size_t piece_of_a_file = std::size_t{1} << 20;

std::size_t piece_for(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? piece_of_a_file : piece_of_a_pipe;
}

int wait_until_writable(int fd, const process::Cancellation* cancellation) {
  pollfd entries[] = {{fd, POLLOUT, 0}, {cancellation ? cancellation->fd() : -1, POLLIN, 0}};
  while (::poll(entries, 2, -1) < 0) {
    if (errno != EINTR) return errno;
  }
  if (entries[0].revents == 0) return ECANCELED;
  return 0;
}

}  // namespace

int write_stream(int fd, std::string_view bytes, const process::Cancellation* cancellation) {
  const std::size_t piece = piece_for(fd);
  while (!bytes.empty()) {
    if (const int error = wait_until_writable(fd, cancellation)) return error;
    const ssize_t written = ::write(fd, bytes.data(), std::min(piece, bytes.size()));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      return errno;
    }
  }
  return 0;
}

}  // namespace cloche::artifact
