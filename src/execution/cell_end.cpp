#include "execution/cell_end.hpp"

#include <utility>

#include <fmt/format.h>

#include "execution/worker_end.hpp"

namespace cloche::execution {
namespace {

using notebook::Cell;
using notebook::CellStatus;
using notebook::ErrorOutput;

ErrorOutput interruption(std::string message, std::string name = {}) {
  ErrorOutput error;
  error.kind = "interruption";
  error.name = std::move(name);
  error.message = std::move(message);
  return error;
}

CellStatus status_of(const Finished& finished) {
  switch (finished.status) {
    case Finished::Status::succeeded:
      return CellStatus::succeeded;
    case Finished::Status::stopped:
      return CellStatus::stopped;
    case Finished::Status::failed:
      break;
  }
  return finished.error && is_interruption(*finished.error) ? CellStatus::interrupted : CellStatus::failed;
}

void add_result(Cell& cell, Finished& finished) {
  if (!finished.result.data.empty()) cell.outputs.emplace_back(std::move(finished.result));
}

}  // namespace

bool is_interruption(const ErrorOutput& error) {
  return error.kind == "interruption" || error.name == "KeyboardInterrupt";
}

TurnEnd record_finished(Cell& cell, Finished finished) {
  TurnEnd end{status_of(finished), finished.error ? finished.error->name : std::string()};
  cell.status = end.status;
  cell.duration = finished.duration;
  add_result(cell, finished);
  if (finished.error) cell.outputs.emplace_back(*std::move(finished.error));
  return end;
}

TurnEnd record_timed_out(Cell& cell, Finished finished, std::chrono::milliseconds limit) {
  cell.status = CellStatus::timed_out;
  cell.duration = finished.duration;
  add_result(cell, finished);
  ErrorOutput error =
      interruption(fmt::format("This cell was stopped after its time limit of {}", describe_duration(limit)),
                   "TimeoutError");
  if (finished.error) {
    // Where it was when it was stopped is what people want to know.
    error.traceback = std::move(finished.error->traceback);
    error.line = finished.error->line;
  }
  cell.outputs.emplace_back(std::move(error));
  return {CellStatus::timed_out, "TimeoutError"};
}

TurnEnd record_abandoned(Cell& cell, RunStatus status, const std::string& reason,
                         std::chrono::nanoseconds duration) {
  cell.duration = duration;
  cell.status = status == RunStatus::timed_out ? CellStatus::timed_out : CellStatus::interrupted;
  switch (status) {
    case RunStatus::timed_out:
      cell.outputs.emplace_back(
          interruption(fmt::format("This cell was stopped: {}", reason), "TimeoutError"));
      break;
    case RunStatus::cancelled:
      cell.outputs.emplace_back(interruption("The export was stopped while this cell was running"));
      break;
    case RunStatus::worker_died:
    case RunStatus::completed:
      cell.outputs.emplace_back(
          interruption(fmt::format("The worker {} while this cell was running", reason)));
      break;
  }
  return {cell.status, std::string()};
}

}  // namespace cloche::execution
