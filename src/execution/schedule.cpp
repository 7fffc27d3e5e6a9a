#include "execution/schedule.hpp"

#include <fmt/format.h>

namespace cloche::execution {
namespace {

using notebook::Cell;
using notebook::CellStatus;
using notebook::ErrorOutput;

/// The words are marimo's, to the trailing colon: its front end puts a link to the ancestor there.
ErrorOutput ancestor_raised(const std::string& exception) {
  ErrorOutput error;
  error.name = "Ancestor raised";
  error.message = fmt::format("An ancestor raised an exception ({}): ", exception);
  return error;
}

ErrorOutput ancestor_stopped() {
  ErrorOutput error;
  error.kind = "ancestor-stopped";
  error.message = "This cell wasn't run because an ancestor was stopped with `mo.stop`: ";
  return error;
}

ErrorOutput ancestor_timed_out() {
  ErrorOutput error;
  error.name = "Ancestor raised";
  error.message = "An ancestor ran into its time limit: ";
  return error;
}

ErrorOutput interrupted() {
  ErrorOutput error;
  error.kind = "interruption";
  error.message = "This cell was interrupted and needs to be re-run";
  return error;
}

void settle(Cell& cell, CellStatus status, const ErrorOutput& error) {
  cell.status = status;
  cell.outputs = {error};
}

}  // namespace

Schedule::Schedule(notebook::Notebook& notebook, const notebook::Graph& graph)
    : notebook_(notebook),
      graph_(graph),
      settled_(notebook.cells.size(), false),
      prevented_(notebook.cells.size(), false) {
  for (const std::size_t cell : graph_.order) {
    notebook_.cells[cell].outputs.clear();
    notebook_.cells[cell].status = CellStatus::not_run;
    notebook_.cells[cell].duration = {};
  }
  mark_disabled();
  mark_errors();
}

std::optional<std::size_t> Schedule::next() {
  for (; position_ < graph_.order.size(); ++position_) {
    const std::size_t cell = graph_.order[position_];
    if (!settled_[cell] && !prevented_[cell]) return cell;
  }
  return std::nullopt;
}

void Schedule::over(std::size_t cell, const TurnEnd& end) {
  ++position_;
  switch (end.status) {
    case CellStatus::failed:
      prevent_descendants(cell, CellStatus::prevented, ancestor_raised(end.exception));
      break;
    case CellStatus::stopped:
      prevent_descendants(cell, CellStatus::stopped, ancestor_stopped());
      break;
    case CellStatus::timed_out:
      prevent_descendants(cell, CellStatus::prevented, ancestor_timed_out());
      break;
    case CellStatus::interrupted:
      interrupt_rest();
      prevent_descendants(cell, CellStatus::prevented, ancestor_raised(end.exception));
      break;
    default:
      break;
  }
}

void Schedule::mark_disabled() {
  for (const std::size_t cell : graph_.order) {
    if (!notebook_.cells[cell].options.disabled) continue;
    std::vector<std::size_t> concerned = graph_.descendants(cell);
    concerned.push_back(cell);
    for (const std::size_t disabled : concerned) {
      notebook_.cells[disabled].status = CellStatus::disabled;
      settled_[disabled] = true;
    }
  }
}

/// A cell that is disabled and wrong says what is wrong. The cells that need it run all the same, and find
/// the name missing.
void Schedule::mark_errors() {
  for (const std::size_t cell : graph_.order) {
    const std::vector<ErrorOutput>& errors = graph_.errors[cell];
    if (errors.empty()) continue;
    notebook_.cells[cell].status = CellStatus::failed;
    notebook_.cells[cell].outputs.assign(errors.begin(), errors.end());
    settled_[cell] = true;
  }
}

void Schedule::prevent_descendants(std::size_t cell, CellStatus status, const ErrorOutput& error) {
  for (const std::size_t descendant : graph_.descendants(cell)) {
    if (settled_[descendant] || descendant == cell) continue;
    prevented_[descendant] = true;
    settle(notebook_.cells[descendant], status, error);
  }
}

void Schedule::interrupt_rest() {
  for (std::size_t at = position_; at < graph_.order.size(); ++at) {
    const std::size_t cell = graph_.order[at];
    if (settled_[cell] || prevented_[cell]) continue;
    prevented_[cell] = true;
    settle(notebook_.cells[cell], CellStatus::interrupted, interrupted());
  }
}

}  // namespace cloche::execution
