#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/error.hpp>
#include <cloche/process/fd.hpp>

namespace cloche::process {

void Fd::reset(int fd) noexcept {
  const int old = std::exchange(fd_, fd);
  if (old < 0) return;
  const int saved_errno = errno;
  ::close(old);
  errno = saved_errno;
}

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) < 0) throw Error(errno, "make a pipe");
  return {Fd(ends[0]), Fd(ends[1])};
}

void set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) throw Error(errno, "set up a pipe");
}

}  // namespace cloche::process
