#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/child.hpp>
#include <cloche/process/fd.hpp>

#include "execution/event.hpp"
#include "execution/event_decoder.hpp"
#include "execution/execute.hpp"
#include "execution/stream_merger.hpp"

namespace cloche::execution {

/// A worker's process with its four pipes: commands go in, events and text come out. It knows how bytes
/// travel, and nothing of what a run is.
///
/// The invariant that gives text and events their true order: whatever was written before a byte that was
/// read from stdout or stderr lies in the event pipe when that byte is read. So text may be handed on only
/// when the event pipe was found empty after the last read of text (events_are_current()).
class WorkerProcess {
 public:
  using TimePoint = process::Child::Clock::time_point;

  /// Starts the worker that `request` asks for; the guardian stops it at `deadline`. It gets the
  /// environment's variables and nothing else: what a notebook sees must not tell that cloche runs it. Throws
  /// process::Error, StartError.
  WorkerProcess(const Request& request, std::string_view marker, std::optional<TimePoint> deadline);

  /// Queues a command (command_text.hpp); it is written while wait() runs, so that two full pipes can't block
  /// each other.
  void send(std::string_view command);
  /// Nothing more is sent: the worker sees the end once it has read what is queued.
  void end_commands() noexcept;

  /// Waits until something came or `until`, and takes it in.
  void wait(TimePoint until);
  /// Wakes wait() too when it becomes readable; -1: nothing.
  void set_wake_up_fd(int fd) noexcept { wake_up_fd_ = fd; }

  /// The next event of those that were read.
  std::optional<Event> take_event();
  bool events_are_current() const noexcept { return events_are_current_; }
  /// The worker, alive or not, can send no more events.
  bool events_are_closed() const noexcept { return !events_; }
  /// Reads what was printed before `marker` and is not read yet. After the event that named the marker it is
  /// all in the pipes, so this waits for nothing. None: everything that the pipes hold now.
  void read_text_until(std::optional<std::uint64_t> marker);
  StreamMerger& text() noexcept { return text_; }

  process::Child& child() noexcept { return child_; }
  /// How it ended, once the whole tree is gone and everything that the pipes held has been read.
  const std::optional<process::Outcome>& outcome() const noexcept { return outcome_; }

 private:
  /// Our ends, and those of the worker, which are closed once it has started.
  struct Channels {
    process::Fd commands;
    process::Fd events;
    process::Fd worker_commands;
    process::Fd worker_events;
  };
  static Channels open_channels();

  WorkerProcess(const Request& request, std::string_view marker, std::optional<TimePoint> deadline,
                Channels channels);

  void write_commands();
  void read_events();
  /// Reads at most `limit` bytes, once. How many came; 0 when there are none now or any more.
  std::size_t read_text(notebook::StreamName stream, std::size_t limit);
  process::Fd& text_fd(notebook::StreamName stream) noexcept;
  void read_rest();

  process::Child child_;
  process::Fd commands_;
  process::Fd events_;
  process::Fd standard_output_;
  process::Fd standard_error_;
  int wake_up_fd_ = -1;

  std::string outgoing_;
  std::size_t written_ = 0;
  bool commands_end_ = false;

  std::unique_ptr<char[]> buffer_;
  EventDecoder decoder_;
  std::deque<Event> incoming_;
  bool events_are_current_ = false;
  StreamMerger text_;
  std::optional<process::Outcome> outcome_;
};

}  // namespace cloche::execution
