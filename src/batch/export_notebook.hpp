#pragma once

#include <string>
#include <vector>

#include "batch/export_request.hpp"
#include "batch/failing_cells.hpp"
#include "batch/observer.hpp"
#include "batch/problem.hpp"

namespace cloche::batch {

/// How an export ended.
enum class ExportStatus {
  done,
  cells_failed,  // written
  declined,      // the existing file shall stay; nothing ran
  unreadable,    // no readable notebook
  unprepared,    // the environment could not be prepared
  not_started,   // the worker could not start; nothing written
  worker_died,   // written, with what finished
  not_written,   // the result could not be written; an old file is as it was
  timed_out,     // written, with what finished
  cancelled,     // an old file is as it was
};

struct ExportResult {
  ExportStatus status = ExportStatus::done;
  /// Why it is not `done`; no message for `done`, `cells_failed`, `declined` and `cancelled`.
  Problem problem;
  std::vector<FailingCell> failing_cells;
};

/// Takes one notebook through the five rooms: reads it, prepares its environment, runs it, renders it, writes
/// the result. Whatever goes wrong is in the result.
ExportResult export_notebook(const ExportRequest& request, Observer& observer);

}  // namespace cloche::batch
