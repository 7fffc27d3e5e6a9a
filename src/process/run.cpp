#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/run.hpp>

#include "process/cancellation_watch.hpp"
#include "process/capture.hpp"
#include "process/line_splitter.hpp"
#include "process/poll_set.hpp"
#include "process/seam.hpp"

namespace cloche::process {
namespace {

constexpr std::size_t read_size = std::size_t{64} * 1024;
/// How long a pipe may stay open after the whole tree is gone. It must end at once, unless somebody outside
/// holds it.
constexpr std::chrono::seconds drain_bound{1};

/// One of a command's output pipes, read to its end.
class OutputPipe {
 public:
  OutputPipe(Fd fd, std::size_t capture_limit, std::function<void(std::string_view)> on_line)
      : fd_(std::move(fd)), capture_(capture_limit), lines_(std::move(on_line)) {}

  /// Negative at its end.
  int fd() const noexcept { return fd_.get(); }
  bool at_end() const noexcept { return !fd_; }
  Capture& capture() noexcept { return capture_; }

  /// Reads once, so that no stream can starve the other one, or the deadline.
  void read(std::array<char, read_size>& buffer) {
    const ssize_t size = ::read(fd_.get(), buffer.data(), buffer.size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) {
      fd_.reset();
      lines_.finish();
      return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
    capture_.append(bytes);
    lines_.append(bytes);
  }

  void give_up() {
    if (at_end()) return;
    fd_.reset();
    lines_.finish();
  }

 private:
  Fd fd_;
  Capture capture_;
  LineSplitter lines_;
};

class Run {
 public:
  Run(const Command& command, const RunOptions& options)
      : options_(options),
        until_pipes_close_(command.until_pipes_close),
        buffer_(std::make_unique<std::array<char, read_size>>()),
        child_(command, deadline_from(options), options.stop),
        output_(child_.take_standard_output(), options.capture_limit, {}),
        error_((seam(Seam::second_reader), child_.take_standard_error()), options.capture_limit,
               options.on_standard_error_line),
        watch_(options.cancellation) {}

  Result to_its_end() {
    std::optional<Outcome> outcome;
    while (!(outcome = child_.update())) {
      watch_.apply(child_, options_.stop);
      if (until_pipes_close_ && child_.main_process_ended() && at_end() && !finishing_) {
        finishing_ = true;
        child_.finish();
        continue;
      }
      wait_and_read(TimePoint::max());
    }
    const bool complete = drain();
    Result result;
    result.outcome = std::move(*outcome);
    result.standard_output = output_.capture().take();
    result.standard_error = error_.capture().take();
    result.standard_output_dropped = output_.capture().dropped();
    result.standard_error_dropped = error_.capture().dropped();
    result.output_incomplete = !complete;
    result.stragglers = child_.stragglers();
    return result;
  }

 private:
  static std::optional<TimePoint> deadline_from(const RunOptions& options) {
    if (!options.timeout) return std::nullopt;
    return Child::Clock::now() + *options.timeout;
  }

  bool at_end() const noexcept { return output_.at_end() && error_.at_end(); }

  void wait_and_read(TimePoint limit) {
    PollSet poll_set;
    poll_set.add(output_.fd());
    poll_set.add(error_.fd());
    poll_set.add(child_.event_fd());
    watch_.add_to(poll_set);
    poll_set.wait_until(earlier(limit, child_.next_update()));
    if (poll_set.is_ready(output_.fd())) output_.read(*buffer_);
    if (poll_set.is_ready(error_.fd())) error_.read(*buffer_);
  }

  /// The tree is gone: everything in the pipes is read, to their end. False if an end did not come.
  bool drain() {
    const TimePoint limit = Child::Clock::now() + drain_bound;
    while (!at_end() && Child::Clock::now() < limit) {
      PollSet poll_set;
      poll_set.add(output_.fd());
      poll_set.add(error_.fd());
      poll_set.wait_until(limit);
      if (poll_set.is_ready(output_.fd())) output_.read(*buffer_);
      if (poll_set.is_ready(error_.fd())) error_.read(*buffer_);
    }
    const bool complete = at_end();
    output_.give_up();
    error_.give_up();
    return complete;
  }

  const RunOptions& options_;
  const bool until_pipes_close_;
  bool finishing_ = false;
  std::unique_ptr<std::array<char, read_size>> buffer_;
  Child child_;
  OutputPipe output_;
  OutputPipe error_;
  CancellationWatch watch_;
};

}  // namespace

Result run(Command command, const RunOptions& options) {
  command.standard_output = Stdio::pipe();
  command.standard_error = Stdio::pipe();
  return Run(command, options).to_its_end();
}

}  // namespace cloche::process
