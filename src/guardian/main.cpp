// The static helper that holds one command. It is started by the library only, with the descriptors of
// guardian/protocol.hpp, an empty environment and every signal blocked; its argument is for people who look
// at `ps`.

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "guardian/guardian.hpp"

int main() {
  using namespace cloche::guardian;
  constexpr int usage_error = 2;
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(control_fd, SOL_SOCKET, SO_TYPE, &type, &size) < 0) return usage_error;
  for (const int fd : {control_fd, exporter_fd, launch_fd}) fcntl(fd, F_SETFD, FD_CLOEXEC);
  Launch launch;
  if (!map_launch(launch_fd, launch)) {
    const Report report{Report::Kind::failed, errno, static_cast<std::int32_t>(Step::read_launch)};
    return send(control_fd, &report, sizeof report, MSG_NOSIGNAL) > 0 ? 1 : usage_error;
  }
  guard(launch);
}
