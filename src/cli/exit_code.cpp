#include "cli/exit_code.hpp"

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

}  // namespace cloche::cli
