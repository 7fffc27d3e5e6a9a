#include <array>
#include <cerrno>
#include <deque>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/error.hpp>

#include "process/cancellation_watch.hpp"
#include "process/input_queue.hpp"
#include "process/line_splitter.hpp"
#include "process/poll_set.hpp"
#include "process/seam.hpp"

namespace cloche::process {
namespace {

constexpr std::size_t read_size = std::size_t{128} * 1024;
/// How long a pipe may stay open after the whole tree is gone. It must end at once, unless somebody outside
/// holds it.
constexpr std::chrono::seconds drain_bound{1};

Fd duplicate(const Fd& fd) {
  if (!fd) return Fd();
  Fd copy(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  if (!copy) throw Error(errno, "duplicate a descriptor");
  return copy;
}

}  // namespace

class Conversation::State {
 public:
  State(const Command& command, const ConversationOptions& options)
      : stop_(options.stop),
        until_pipes_close_(command.until_pipes_close),
        by_line_(options.by_line),
        child_(command, options.deadline, options.stop),
        watch_(options.cancellation) {
    const auto is_terminal = [](const Stdio& stdio) { return stdio.kind() == Stdio::Kind::terminal; };
    const bool types = is_terminal(command.standard_input);
    Fd terminal = child_.take_terminal();
    Fd input = types ? duplicate(terminal) : child_.take_standard_input();
    if (input) set_nonblocking(input.get());
    input_ = InputQueue(std::move(input), types);
    fds_[0] = child_.take_standard_output();
    seam(Seam::second_reader);
    fds_[1] = child_.take_standard_error();
    if (is_terminal(command.standard_output))
      fds_[0] = std::move(terminal);
    else if (is_terminal(command.standard_error))
      fds_[1] = std::move(terminal);
    else if (terminal)
      throw Error(EINVAL, "talk with a command: its terminal is neither its stdout nor its stderr");
    for (const Stream stream : {Stream::output, Stream::error})
      if (!fds_[index(stream)]) kept_.push_back({stream, {}, true});
  }

  InputQueue& input() noexcept { return input_; }
  Child& child() noexcept { return child_; }
  bool incomplete() const noexcept { return incomplete_; }

  std::optional<Event> next(TimePoint until) {
    for (;;) {
      if (std::optional<Event> event = first_kept()) return event;
      // The outcome is asked for before the pipes are read: what was written before the end is then in them.
      if (!outcome_) {
        outcome_ = child_.update();
        if (outcome_) drain_limit_ = Child::Clock::now() + drain_bound;
        watch_.apply(child_, stop_);
        if (!outcome_ && until_pipes_close_ && child_.main_process_ended() && at_end() && !finishing_) {
          finishing_ = true;
          child_.finish();
          continue;
        }
      }
      if (outcome_ && at_end()) return Event(*outcome_);
      const auto now = Child::Clock::now();
      if (outcome_ && now >= drain_limit_) {
        give_up();
        continue;
      }
      const bool last_look = now >= until;
      if (std::optional<Event> event = wait_and_read(outcome_ ? earlier(until, drain_limit_) : until))
        return event;
      if (last_look && kept_.empty() && !(outcome_ && at_end())) return std::nullopt;
    }
  }

 private:
  struct Kept {
    Stream stream;
    std::string bytes;
    bool ended;
  };

  LineSplitter keeper_of(Stream stream) {
    return LineSplitter([this, stream](std::string_view line) {
      kept_.push_back({stream, std::string(line), false});
    });
  }

  static std::size_t index(Stream stream) { return static_cast<std::size_t>(stream); }
  bool at_end() const noexcept { return !fds_[0] && !fds_[1]; }

  std::optional<Event> first_kept() {
    if (kept_.empty()) return std::nullopt;
    given_ = std::move(kept_.front());
    kept_.pop_front();
    if (given_.ended) return Event(StreamEnded{given_.stream});
    return Event(Received{given_.stream, given_.bytes});
  }

  /// Reads one stream once, by turns, so that none can starve the other one, the input or the deadline.
  std::optional<Event> wait_and_read(TimePoint limit) {
    PollSet poll_set;
    poll_set.add(fds_[0].get());
    poll_set.add(fds_[1].get());
    poll_set.add_for_writing(input_.fd());
    if (!outcome_) {
      poll_set.add(child_.event_fd());
      watch_.add_to(poll_set);
      limit = earlier(limit, child_.next_update());
    }
    poll_set.wait_until(limit);
    if (poll_set.is_ready(input_.fd())) input_.write_some();
    turn_ = 1 - turn_;
    for (const std::size_t each : {turn_, 1 - turn_})
      if (poll_set.is_ready(fds_[each].get())) return read(static_cast<Stream>(each));
    return std::nullopt;
  }

  std::optional<Event> read(Stream stream) {
    Fd& fd = fds_[index(stream)];
    const ssize_t size = ::read(fd.get(), buffer_->data(), buffer_->size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    if (size <= 0) {  // a pseudo-terminal says EIO at its end
      end(stream);
      return std::nullopt;
    }
    const std::string_view bytes(buffer_->data(), static_cast<std::size_t>(size));
    if (!by_line_) return Event(Received{stream, bytes});
    lines_[index(stream)].append(bytes);
    return std::nullopt;
  }

  void end(Stream stream) {
    fds_[index(stream)].reset();
    lines_[index(stream)].finish();
    kept_.push_back({stream, {}, true});
  }

  void give_up() {
    for (const Stream stream : {Stream::output, Stream::error}) {
      if (!fds_[index(stream)]) continue;
      incomplete_ = true;
      end(stream);
    }
  }

  StopPolicy stop_;
  bool until_pipes_close_;
  bool by_line_;
  bool finishing_ = false;
  bool incomplete_ = false;
  Child child_;
  CancellationWatch watch_;
  InputQueue input_;
  std::array<Fd, 2> fds_;
  std::array<LineSplitter, 2> lines_ = {keeper_of(Stream::output), keeper_of(Stream::error)};
  std::unique_ptr<std::array<char, read_size>> buffer_ = std::make_unique<std::array<char, read_size>>();
  std::size_t turn_ = 0;
  /// What was read by line, and ends of streams, not given yet.
  std::deque<Kept> kept_;
  /// What was given last lives here.
  Kept given_{};
  std::optional<Outcome> outcome_;
  TimePoint drain_limit_;
};

Conversation::Conversation(const Command& command, const ConversationOptions& options)
    : state_(std::make_unique<State>(command, options)) {}
Conversation::Conversation(Conversation&&) noexcept = default;
Conversation& Conversation::operator=(Conversation&&) noexcept = default;
Conversation::~Conversation() = default;

void Conversation::write(std::string_view bytes) {
  state_->input().add(bytes);
}
void Conversation::end_input() {
  state_->input().end();
}
std::size_t Conversation::unwritten() const noexcept {
  return state_->input().size();
}
std::optional<Event> Conversation::next(Child::Clock::time_point until) {
  return state_->next(until);
}
bool Conversation::output_incomplete() const noexcept {
  return state_->incomplete();
}
Child& Conversation::child() noexcept {
  return state_->child();
}

}  // namespace cloche::process
