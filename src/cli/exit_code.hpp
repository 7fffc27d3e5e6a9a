#pragma once

#include <cloche/process/outcome.hpp>

#include "batch/export_notebook.hpp"

namespace cloche::cli {

/// The exit codes, the same for every command. One that was ended by a signal N has 128+N. `run` has its
/// command's own ones, and the last three.
enum class ExitCode {
  done = 0,
  cells_failed = 1,
  usage = 2,
  unprepared = 3,
  worker = 4,
  output = 5,
  time_out = 124,
  own_failure = 125,
  not_executable = 126,
  not_found = 127,
};

ExitCode exit_code_of(batch::ExportStatus status);
/// Of `cloche run`; `cancelled_by`: the signal that stopped it, or 0.
int exit_code_of(const process::Outcome& outcome, int cancelled_by);

}  // namespace cloche::cli
