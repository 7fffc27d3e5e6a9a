#include "cli/run_messages.hpp"

#include <cerrno>
#include <string>
#include <variant>

#include "batch/system_reason.hpp"
#include "cli/duration.hpp"

namespace cloche::cli {
namespace {

void say_why_not_started(Console& console, const process::Command& command,
                         const process::FailedToStart& failed) {
  const std::string subject = "cannot run `" + command.argv.front() + "`: ";
  if (failed.step == "execute") {
    console.error(subject + (failed.error == ENOENT ? "not found" : batch::system_reason(failed.error)),
                  failed.error == ENOEXEC ? "a script needs a first line such as `#!/bin/sh`" : "");
  } else if (failed.step == "change directory") {
    console.error(subject + "change to `" + command.working_directory +
                  "`: " + batch::system_reason(failed.error));
  } else {
    console.error(subject + failed.step + ": " + batch::system_reason(failed.error),
                  "`cloche doctor` says what this machine offers");
  }
}

}  // namespace

void say_how_it_ended(Console& console, const RunEnding& ending) {
  const std::string subject = "`" + ending.command.argv.front() + "` ";
  if (const auto* failed = std::get_if<process::FailedToStart>(&ending.outcome))
    say_why_not_started(console, ending.command, *failed);
  else if (const auto* timed_out = std::get_if<process::TimedOut>(&ending.outcome))
    console.error(subject + "timed out after " + duration_text(*ending.timeout) +
                  (timed_out->killed ? ", and had to be killed" : ""));
  else if (std::holds_alternative<process::Lost>(ending.outcome))
    console.error(subject + process::describe(ending.outcome));
  if (ending.write_error != 0 && ending.write_error != EPIPE && ending.write_error != ECANCELED)
    console.error("cannot write the output: " + batch::system_reason(ending.write_error));

  if (ending.child.out_of_memory() == process::OutOfMemory::yes)
    console.warning(subject + "ran out of memory");
  else if (ending.child.out_of_memory() == process::OutOfMemory::possibly)
    console.warning(subject + "may have run out of memory: the kernel has killed a process for it meanwhile");
  if (ending.child.limits_in_force().memory == process::LimitScope::process)
    console.detail("the memory limit held for each process, not for the tree (`cloche doctor` says why)");
  if (const int count = ending.child.stragglers(); count > 0)
    console.detail("ended " + std::to_string(count) + " more " + (count == 1 ? "process" : "processes") +
                   " that it had left behind");
}

}  // namespace cloche::cli
