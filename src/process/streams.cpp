#include "process/streams.hpp"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/ioctl.h>

#include <cloche/process/error.hpp>

namespace cloche::process {
namespace {

Fd open_null() {
  Fd fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!fd) throw Error(errno, "open /dev/null");
  return fd;
}

/// The command's end of a new pseudo-terminal (pty(7), ioctl_tty(2)); the caller's goes to `primary`.
Fd open_terminal(const TerminalSize& size, Fd& primary) {
  primary.reset(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!primary || ::grantpt(primary.get()) < 0 || ::unlockpt(primary.get()) < 0)
    throw Error(errno, "open a pseudo-terminal");
  Fd replica(::ioctl(primary.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  const winsize window{size.rows, size.columns, 0, 0};
  if (!replica || ::ioctl(replica.get(), TIOCSWINSZ, &window) < 0)
    throw Error(errno, "open a pseudo-terminal");
  set_nonblocking(primary.get());
  return replica;
}

}  // namespace

Streams open_streams(const Command& command) {
  const std::array<const Stdio*, 3> wanted = {&command.standard_input, &command.standard_output,
                                              &command.standard_error};
  Streams streams;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const int number = static_cast<int>(i);
    switch (wanted[i]->kind()) {
      case Stdio::Kind::null:
        streams.opened[i] = open_null();
        break;
      case Stdio::Kind::inherit:
        // A caller that was started with the stream closed gives nothing on; a command never starts without
        // its three.
        if (::fcntl(number, F_GETFD) < 0) streams.opened[i] = open_null();
        break;
      case Stdio::Kind::pipe: {
        Pipe pipe = make_pipe();
        const bool input = i == 0;
        streams.opened[i] = std::move(input ? pipe.read_end : pipe.write_end);
        streams.for_caller[i] = std::move(input ? pipe.write_end : pipe.read_end);
        if (!input) set_nonblocking(streams.for_caller[i].get());
        break;
      }
      case Stdio::Kind::descriptor:
        streams.for_command[i] = wanted[i]->fd();
        continue;
      case Stdio::Kind::terminal:
        if (streams.terminal_stream < 0) {
          streams.opened[i] = open_terminal(command.terminal_size, streams.terminal);
          streams.terminal_stream = number;
          break;
        }
        streams.for_command[i] = streams.for_command[static_cast<std::size_t>(streams.terminal_stream)];
        continue;
      case Stdio::Kind::merged:
        if (i != 2) throw Error(EINVAL, "start a command: only stderr can be merged");
        streams.for_command[i] = streams.for_command[1];
        continue;
    }
    streams.for_command[i] = streams.opened[i] ? streams.opened[i].get() : number;
  }
  return streams;
}

}  // namespace cloche::process
