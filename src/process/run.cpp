#include <cloche/process/conversation.hpp>
#include <cloche/process/run.hpp>

#include "process/capture.hpp"
#include "process/line_splitter.hpp"
#include "process/poll_set.hpp"
#include "process/spill_file.hpp"

namespace cloche::process {
namespace {

/// One of a command's outputs, kept within the limit, whole in a file if that is wanted.
class CapturedStream {
 public:
  CapturedStream(const RunOptions& options, std::function<void(std::string_view)> on_line)
      : capture_(options.capture_limit), spill_(options.spill), lines_(std::move(on_line)) {}

  void append(std::string_view bytes) {
    lines_.append(bytes);
    if (spill_ && !spilling_ && capture_.room() < bytes.size()) {
      spilling_ = true;
      file_.open();
      const auto [first, second] = capture_.pieces();
      file_.write(first);
      file_.write(second);
    }
    if (spilling_) file_.write(bytes);
    capture_.append(bytes);
  }
  void end() { lines_.finish(); }

  std::uint64_t dropped() const noexcept { return capture_.dropped(); }
  std::string take(bool mark) { return capture_.take(mark); }
  Fd take_file() { return file_.take(); }

 private:
  Capture capture_;
  bool spill_;
  bool spilling_ = false;
  SpillFile file_;
  LineSplitter lines_;
};

ConversationOptions conversation_options(const RunOptions& options) {
  ConversationOptions result;
  if (options.timeout) result.deadline = later(Child::Clock::now(), *options.timeout);
  result.stop = options.stop;
  result.cancellation = options.cancellation;
  return result;
}

bool is_kept(const Stdio& stdio) {
  return stdio.kind() == Stdio::Kind::merged || stdio.kind() == Stdio::Kind::terminal;
}

}  // namespace

Result run(Command command, const RunOptions& options) {
  if (!is_kept(command.standard_output)) command.standard_output = Stdio::pipe();
  if (!is_kept(command.standard_error)) command.standard_error = Stdio::pipe();
  if (!options.standard_input.empty()) command.standard_input = Stdio::pipe();

  Conversation conversation(command, conversation_options(options));
  conversation.write(options.standard_input);
  conversation.end_input();
  CapturedStream output(options, {});
  CapturedStream error(options, options.on_standard_error_line);
  Result result;
  for (;;) {
    const Event event = *conversation.next();
    if (const auto* received = std::get_if<Received>(&event)) {
      (received->stream == Stream::output ? output : error).append(received->bytes);
    } else if (const auto* ended = std::get_if<StreamEnded>(&event)) {
      (ended->stream == Stream::output ? output : error).end();
    } else {
      result.outcome = std::get<Outcome>(event);
      break;
    }
  }
  result.standard_output_dropped = output.dropped();
  result.standard_error_dropped = error.dropped();
  result.standard_output = output.take(options.mark_cut);
  result.standard_error = error.take(options.mark_cut);
  result.standard_output_file = output.take_file();
  result.standard_error_file = error.take_file();
  result.output_incomplete = conversation.output_incomplete();
  const Child& child = conversation.child();
  result.stragglers = child.stragglers();
  result.resource_use = child.resource_use();
  result.out_of_memory = child.out_of_memory();
  result.limits_in_force = child.limits_in_force();
  return result;
}

}  // namespace cloche::process
