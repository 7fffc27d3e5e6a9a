#include "cli/standard_streams.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "artifact/stream.hpp"

namespace cloche::cli {

void open_missing_standard_streams() noexcept {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    // open(2) takes the lowest free number, which is this one; each is opened the wrong way round.
    const int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    [[maybe_unused]] const int opened = ::open("/dev/null", flags);
  }
}

bool write_standard_output(std::string_view text) {
  errno = artifact::write_stream(STDOUT_FILENO, text, nullptr);
  return errno == 0;
}

}  // namespace cloche::cli
