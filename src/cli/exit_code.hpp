#pragma once

#include "batch/export_notebook.hpp"

namespace cloche::cli {

/// The exit codes, the same for every command. One that was ended by a signal N has 128+N.
enum class ExitCode {
  done = 0,
  cells_failed = 1,
  usage = 2,
  unprepared = 3,
  worker = 4,
  output = 5,
  time_out = 124,
};

ExitCode exit_code_of(batch::ExportStatus status);

}  // namespace cloche::cli
