#include "execution/worker_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <utility>

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cloche/process/error.hpp>

#include "execution/worker_location.hpp"

namespace cloche::execution {
namespace {

using notebook::StreamName;
using process::Fd;

constexpr std::size_t buffer_size = std::size_t{256} * 1024;
/// Text is read in smaller portions than events: neither stream shall get far ahead of the other one.
constexpr std::size_t text_portion = std::size_t{64} * 1024;
/// A worker that sends a large value must not keep us from looking at clocks and signals for long.
constexpr int event_reads_in_a_row = 64;

constexpr int commands_target = 3;
constexpr int events_target = 4;

process::Command command_for(const Request& request, int commands, int events) {
  process::Command command;
  command.argv = {request.environment->python, worker_program(), std::to_string(commands_target),
                  std::to_string(events_target)};
  command.environment = request.environment->variables;
  command.working_directory = request.working_directory;
  command.standard_output = process::Stdio::pipe();
  command.standard_error = process::Stdio::pipe();
  command.descriptors = {{commands, commands_target}, {events, events_target}};
  command.tier = request.tier;
  return command;
}

int milliseconds_until(WorkerProcess::TimePoint when) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - process::Child::Clock::now());
  constexpr std::chrono::milliseconds::rep longest = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, longest));
}

std::size_t bytes_in(const Fd& fd) {
  int available = 0;
  if (!fd || ::ioctl(fd.get(), FIONREAD, &available) != 0) return 0;
  return static_cast<std::size_t>(available);
}

bool would_block(int error) {
  return error == EAGAIN || error == EINTR;
}

}  // namespace

WorkerProcess::Channels WorkerProcess::open_channels() {
  // A socket and not a pipe: writing to a worker that is gone shall be an error, not SIGPIPE.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw process::Error(errno, "make a socket for the worker");
  }
  Channels channels;
  channels.commands.reset(ends[0]);
  channels.worker_commands.reset(ends[1]);
  process::Pipe events = process::make_pipe();
  process::set_nonblocking(events.read_end.get());
  channels.events = std::move(events.read_end);
  channels.worker_events = std::move(events.write_end);
  return channels;
}

WorkerProcess::WorkerProcess(const Request& request, std::string_view marker,
                             std::optional<TimePoint> deadline)
    : WorkerProcess(request, marker, deadline, open_channels()) {}

WorkerProcess::WorkerProcess(const Request& request, std::string_view marker,
                             std::optional<TimePoint> deadline, Channels channels)
    : child_(command_for(request, channels.worker_commands.get(), channels.worker_events.get()), deadline,
             request.stop),
      commands_(std::move(channels.commands)),
      events_(std::move(channels.events)),
      standard_output_(child_.take_standard_output()),
      standard_error_(child_.take_standard_error()),
      buffer_(std::make_unique<char[]>(buffer_size)),
      text_(marker) {}

void WorkerProcess::send(std::string_view command) {
  outgoing_.append(command);
  write_commands();
}

void WorkerProcess::end_commands() noexcept {
  commands_end_ = true;
  write_commands();
}

void WorkerProcess::wait(TimePoint until) {
  const bool writing = commands_ && !outgoing_.empty();
  std::array<pollfd, 6> polled = {{
      {events_.get(), POLLIN, 0},
      {standard_output_.get(), POLLIN, 0},
      {standard_error_.get(), POLLIN, 0},
      {writing ? commands_.get() : -1, POLLOUT, 0},
      {outcome_ ? -1 : child_.event_fd(), POLLIN, 0},
      {wake_up_fd_, POLLIN, 0},
  }};
  if (const auto update = child_.next_update()) until = std::min(until, *update);
  const int timeout = events_are_current_ || events_are_closed() ? milliseconds_until(until) : 0;
  // An interrupted or failed poll is harmless: everything below is non-blocking.
  if (::poll(polled.data(), polled.size(), timeout) < 0) return;

  if (polled[3].revents != 0) write_commands();
  if (polled[1].revents != 0) read_text(StreamName::standard_output, text_portion);
  if (polled[2].revents != 0) read_text(StreamName::standard_error, text_portion);
  read_events();
  if (!outcome_ && (outcome_ = child_.update())) read_rest();
}

std::optional<Event> WorkerProcess::take_event() {
  if (incoming_.empty()) return std::nullopt;
  Event event = std::move(incoming_.front());
  incoming_.pop_front();
  return event;
}

void WorkerProcess::read_text_until(std::optional<std::uint64_t> marker) {
  for (const StreamName stream : {StreamName::standard_output, StreamName::standard_error}) {
    // Bounded by what is there now: a background process may write faster than we read.
    std::size_t available = bytes_in(text_fd(stream));
    while (available > 0 && !(marker && text_.reached(stream, *marker))) {
      const std::size_t size = read_text(stream, std::min(available, text_portion));
      if (size == 0) break;
      available -= size;
    }
    if (marker && !text_.reached(stream, *marker)) text_.lost(stream);
  }
}

void WorkerProcess::write_commands() {
  while (commands_ && written_ < outgoing_.size()) {
    const ssize_t size = ::send(commands_.get(), outgoing_.data() + written_, outgoing_.size() - written_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    // The worker is gone, or has closed its end: its other pipes and the child tell how and why.
    if (size < 0) commands_.reset();
    if (size > 0) written_ += static_cast<std::size_t>(size);
  }
  outgoing_ = {};
  written_ = 0;
  if (commands_end_) commands_.reset();
}

void WorkerProcess::read_events() {
  events_are_current_ = false;
  for (int reads = 0; events_ && reads < event_reads_in_a_row; ++reads) {
    const ssize_t size = ::read(events_.get(), buffer_.get(), buffer_size);
    if (size < 0 && would_block(errno)) {
      events_are_current_ = errno == EAGAIN;
      return;
    }
    if (size <= 0) break;
    std::string_view bytes(buffer_.get(), static_cast<std::size_t>(size));
    while (std::optional<Event> event = decoder_.next(bytes)) incoming_.push_back(*std::move(event));
    if (reads + 1 == event_reads_in_a_row) return;
  }
  events_.reset();
  events_are_current_ = true;
}

std::size_t WorkerProcess::read_text(StreamName stream, std::size_t limit) {
  Fd& fd = text_fd(stream);
  if (!fd) return 0;
  const ssize_t size = ::read(fd.get(), buffer_.get(), limit);
  if (size < 0 && would_block(errno)) return 0;
  events_are_current_ = false;
  if (size <= 0) {
    text_.closed(stream);
    fd.reset();
    return 0;
  }
  text_.read(stream, {buffer_.get(), static_cast<std::size_t>(size)});
  return static_cast<std::size_t>(size);
}

Fd& WorkerProcess::text_fd(StreamName stream) noexcept {
  return stream == StreamName::standard_output ? standard_output_ : standard_error_;
}

void WorkerProcess::read_rest() {
  read_text_until(std::nullopt);
  do {
    read_events();
  } while (!events_are_current_);
  commands_.reset();
  events_.reset();
  for (const StreamName stream : {StreamName::standard_output, StreamName::standard_error}) {
    text_.closed(stream);
    text_fd(stream).reset();
  }
}

}  // namespace cloche::execution
