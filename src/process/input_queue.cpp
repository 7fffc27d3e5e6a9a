#include "process/input_queue.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <termios.h>
#include <unistd.h>

namespace cloche::process {
namespace {

/// A command that has closed its input is no reason for this program to die of SIGPIPE, and its dispositions
/// are not ours to change: the signal, which a write(2) sends to the thread that writes, is taken from it
/// unless it was pending before.
class BrokenPipeSignalHeld {
 public:
  BrokenPipeSignalHeld() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    ::sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~BrokenPipeSignalHeld() {
    const int saved_errno = errno;
    const timespec no_time{};
    if (!was_pending_)
      while (::sigtimedwait(&set_, nullptr, &no_time) < 0 && errno == EINTR) {
      }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved_errno;
  }
  BrokenPipeSignalHeld(const BrokenPipeSignalHeld&) = delete;
  BrokenPipeSignalHeld& operator=(const BrokenPipeSignalHeld&) = delete;

 private:
  sigset_t set_;
  sigset_t before_;
  bool was_pending_;
};

/// What ends a terminal's input when it comes at the start of a line (termios(3)); elsewhere a first one only
/// hands the line over.
char end_of_file_character(int terminal) {
  termios modes{};
  constexpr char usual = 4;
  return ::tcgetattr(terminal, &modes) == 0 ? static_cast<char>(modes.c_cc[VEOF]) : usual;
}

}  // namespace

void InputQueue::add(std::string_view bytes) {
  if (!fd_ || ended_) return;
  bytes_.erase(0, written_);
  written_ = 0;
  bytes_ += bytes;
}

void InputQueue::end() {
  if (!fd_ || ended_) return;
  if (is_terminal_) {
    const char end = end_of_file_character(fd_.get());
    add(std::string(2, end));
  }
  ended_ = true;
  close_if_done();
}

void InputQueue::write_some() {
  if (!fd_ || size() == 0) return;
  const BrokenPipeSignalHeld held;
  const ssize_t size = ::write(fd_.get(), bytes_.data() + written_, this->size());
  if (size >= 0)
    written_ += static_cast<std::size_t>(size);
  else if (errno != EAGAIN && errno != EINTR)
    written_ = bytes_.size();  // nobody reads any more
  close_if_done();
}

void InputQueue::close_if_done() {
  if (ended_ && size() == 0) fd_.reset();
}

}  // namespace cloche::process
