#include "cli/exit_code.hpp"

#include <cerrno>
#include <variant>

namespace cloche::cli {

ExitCode exit_code_of(batch::ExportStatus status) {
  using batch::ExportStatus;
  switch (status) {
    case ExportStatus::done:
    case ExportStatus::declined:
      return ExitCode::done;
    case ExportStatus::cells_failed:
      return ExitCode::cells_failed;
    case ExportStatus::unreadable:
      return ExitCode::usage;
    case ExportStatus::unprepared:
      return ExitCode::unprepared;
    case ExportStatus::not_written:
      return ExitCode::output;
    case ExportStatus::timed_out:
      return ExitCode::time_out;
    case ExportStatus::not_started:
    case ExportStatus::worker_died:
    case ExportStatus::cancelled:  // the signal's own code takes its place
      break;
  }
  return ExitCode::worker;
}

namespace {

struct CodeOfCommand {
  int cancelled_by;

  int operator()(const process::Exited& exited) const { return exited.code; }
  int operator()(const process::Signaled& signaled) const { return 128 + signaled.signal; }
  int operator()(const process::TimedOut&) const { return static_cast<int>(ExitCode::time_out); }
  int operator()(const process::Cancelled&) const { return 128 + cancelled_by; }
  int operator()(const process::FailedToStart& failed) const {
    if (failed.step != "execute") return static_cast<int>(ExitCode::own_failure);
    return static_cast<int>(failed.error == ENOENT ? ExitCode::not_found : ExitCode::not_executable);
  }
  int operator()(const process::Lost&) const { return static_cast<int>(ExitCode::own_failure); }
};

}  // namespace

int exit_code_of(const process::Outcome& outcome, int cancelled_by) {
  return std::visit(CodeOfCommand{cancelled_by}, outcome);
}

}  // namespace cloche::cli
