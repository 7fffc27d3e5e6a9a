#include "environment/file_lock.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>

#include "environment/environment.hpp"

namespace cloche::environment {
namespace {

// No event tells that a lock is free, so we look this often.
constexpr int milliseconds_between_looks = 20;

}  // namespace

FileLock::FileLock(const std::string& path, const process::Cancellation* cancellation)
    : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  while (!fd_ || ::flock(fd_.get(), LOCK_EX | LOCK_NB) < 0) {
    if (!fd_ || (errno != EWOULDBLOCK && errno != EINTR)) {
      throw PrepareError("cannot lock `" + path + "`: " + std::generic_category().message(errno),
                         "name a folder that can be written in XDG_CACHE_HOME");
    }
    pollfd entry{cancellation ? cancellation->fd() : -1, POLLIN, 0};
    if (::poll(&entry, 1, milliseconds_between_looks) == 1) throw PrepareCancelled();
  }
}

}  // namespace cloche::environment
