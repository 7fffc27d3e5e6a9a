#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <variant>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/error.hpp>
#include <cloche/process/termination_scope.hpp>

#include "artifact/write_error.hpp"
#include "batch/system_reason.hpp"
#include "cli/arguments.hpp"
#include "cli/command_options.hpp"
#include "cli/help.hpp"
#include "cli/limited_output.hpp"
#include "cli/run_messages.hpp"
#include "cli/status_report.hpp"
#include "cli/subcommand.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

using process::Child;
using process::Outcome;

/// The command is everything from the first word that is no option of ours on.
std::vector<std::string> command_in(const std::vector<std::string>& words, const Arguments& arguments,
                                    const CLI::App& app) {
  const std::size_t count = app.remaining().size();
  if (count == 0) return arguments.passed_on;
  return {words.begin() + static_cast<std::ptrdiff_t>(arguments.own.size() - count), words.end()};
}

process::Fd open_input(const std::string& path) {
  process::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throw UsageError("--stdin: cannot read `" + path + "`: " + batch::system_reason(errno));
  return file;
}

std::optional<Child::Clock::time_point> deadline_after(std::optional<std::chrono::milliseconds> timeout) {
  if (!timeout) return std::nullopt;
  return Child::Clock::now() + *timeout;
}

/// Everything about one command that is being run.
class Run {
 public:
  Run(const CommandOptions& options, std::vector<std::string> argv, const process::Cancellation& cancellation)
      : command_(options.command(std::move(argv))),
        stop_(options.stop()),
        timeout_(options.timeout()),
        output_limit_(options.output_limit()),
        cancellation_(cancellation),
        console_(options.verbosity(), Terminal::of_standard_error()),
        report_(options.status_destination(), cancellation) {
    if (options.standard_input().empty()) return;
    input_ = open_input(options.standard_input());
    command_.standard_input = process::Stdio::descriptor(input_.get());
  }

  ExitCode to_its_end() { return output_limit_ ? with_limited_output() : as_a_job(); }

 private:
  /// With our own streams, as part of the shell's job that we are.
  ExitCode as_a_job() {
    command_.foreground_job = true;
    Child child(command_, deadline_after(timeout_), stop_);
    report_.started(child);
    return conclude(child, child.wait_in_foreground(&cancellation_));
  }

  ExitCode with_limited_output() {
    command_.standard_output = command_.standard_error = process::Stdio::pipe();
    process::Conversation conversation(
        command_, {.deadline = deadline_after(timeout_), .stop = stop_, .cancellation = &cancellation_});
    report_.started(conversation.child());
    LimitedOutput output(STDOUT_FILENO, *output_limit_, cancellation_);
    LimitedOutput error(STDERR_FILENO, *output_limit_, cancellation_);
    for (;;) {
      const process::Event event = *conversation.next();
      if (const auto* outcome = std::get_if<Outcome>(&event)) return conclude(conversation.child(), *outcome);
      int failure = 0;
      if (const auto* received = std::get_if<process::Received>(&event)) {
        failure = (received->stream == process::Stream::output ? output : error).append(received->bytes);
      } else if (const auto* ended = std::get_if<process::StreamEnded>(&event)) {
        failure = (ended->stream == process::Stream::output ? output : error).finish();
      }
      if (failure != 0 && write_error_ == 0) {
        write_error_ = failure;
        // As a write of its own would have ended it.
        conversation.child().request_stop(stop_);
      }
    }
  }

  ExitCode conclude(const Child& child, const Outcome& outcome) {
    const int code = exit_code(outcome);
    report_.ended(child, outcome, code);
    say_how_it_ended(console_, {command_, child, outcome, timeout_, write_error_});
    // As its victim, the command's parent is to be seen as one too: a shell's loop stops then.
    const auto* signaled = std::get_if<process::Signaled>(&outcome);
    if (signaled != nullptr && signaled->signal == SIGINT) process::end_by_signal(SIGINT);
    return static_cast<ExitCode>(code);
  }

  int exit_code(const Outcome& outcome) const {
    if (write_error_ == EPIPE) return 128 + SIGPIPE;
    if (write_error_ != 0 && write_error_ != ECANCELED) return static_cast<int>(ExitCode::own_failure);
    return exit_code_of(outcome, cancellation_.signal());
  }

  process::Command command_;
  process::StopPolicy stop_;
  std::optional<std::chrono::milliseconds> timeout_;
  std::optional<std::uint64_t> output_limit_;
  const process::Cancellation& cancellation_;
  Console console_;
  StatusReport report_;
  process::Fd input_;
  int write_error_ = 0;
};

ExitCode run_words(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  Arguments arguments = split_arguments(words);
  CLI::App app("Run a command, and end everything that it has started when it ends.", "cloche run");
  CommandOptions options(app);
  if (parse_options(app, arguments.own)) return print_help(app, "[OPTIONS] [--] COMMAND [ARGUMENT…]");
  std::vector<std::string> argv = command_in(words, arguments, app);
  if (argv.empty()) throw UsageError("no command given", "`cloche run --help` shows the options");
  return Run(options, std::move(argv), cancellation).to_its_end();
}

}  // namespace

/// The codes below 125 belong to the command, so whatever goes wrong here has that one.
ExitCode run(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  Console console(Verbosity::normal, Terminal::of_standard_error());
  try {
    return run_words(words, cancellation);
  } catch (const UsageError& error) {
    console.error(error.what(), error.hint());
  } catch (const process::Error& error) {
    console.error(std::string("cannot run: ") + error.what(), error.hint());
  } catch (const artifact::WriteError& error) {
    console.error(std::string("cannot write ") + error.what());
  }
  return ExitCode::own_failure;
}

}  // namespace cloche::cli
