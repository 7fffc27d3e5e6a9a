#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include <cloche/process/child.hpp>

namespace cloche::process {

/// A stream that a command writes. What a pseudo-terminal gives counts as its output.
enum class Stream { output, error };

/// Bytes that the command wrote, as they are; they live until the next call. With by_line a whole line
/// without its end ("\n", "\r\n"); one longer than 1 MiB comes in pieces.
struct Received {
  Stream stream;
  std::string_view bytes;
};

/// Nothing more comes from this stream.
struct StreamEnded {
  Stream stream;
};

/// What happens next: in the end, after both streams have ended, the outcome, again and again.
using Event = std::variant<Received, StreamEnded, Outcome>;

struct ConversationOptions {
  std::optional<Child::Clock::time_point> deadline;
  StopPolicy stop;
  /// Borrowed; polled all the time.
  const Cancellation* cancellation = nullptr;
  bool by_line = false;
};

/// Talks with a command: reads both its outputs and writes its input without ever waiting for one of them
/// alone, so that neither side can block the other.
///
/// Stdio::pipe() and Stdio::terminal() streams are taken; others stay what they are. Used by one thread at a
/// time. Its destructor ends the tree, as the Child's does.
class Conversation {
 public:
  /// Throws Error as Child does.
  explicit Conversation(const Command& command, const ConversationOptions& options = {});
  Conversation(Conversation&&) noexcept;
  Conversation& operator=(Conversation&&) noexcept;
  ~Conversation();

  /// Keeps `bytes` and writes them when the command reads, during next(). Input that the command does not
  /// want (it has closed the pipe) is dropped.
  void write(std::string_view bytes);
  /// Closes the command's input after what was written. To a pseudo-terminal, sends its end-of-file
  /// character.
  void end_input();
  /// Bytes of write() that the command has not taken yet.
  std::size_t unwritten() const noexcept;

  /// Waits for what happens next. None: `until` came first.
  std::optional<Event> next(Child::Clock::time_point until = Child::Clock::time_point::max());

  /// A pipe was still held open a second after the whole tree was gone (its other end had left the tree), and
  /// was given up.
  bool output_incomplete() const noexcept;
  Child& child() noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cloche::process
