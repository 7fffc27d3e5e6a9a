#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "notebook/graph.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// What the turn of a cell means for the others.
struct TurnEnd {
  /// succeeded, failed, stopped, timed_out or interrupted.
  notebook::CellStatus status = notebook::CellStatus::succeeded;
  /// The class of the exception, when one ended the cell.
  std::string exception;
};

/// Decides which cell's turn it is, and writes into the cells that get none why that is so: marimo's rules
/// (graph errors, disabled cells, descendants of cells that failed or stopped). Pure: it runs nothing.
class Schedule {
 public:
  /// Forgets the cells' outputs of an earlier run. Both must outlive this object.
  Schedule(notebook::Notebook& notebook, const notebook::Graph& graph);

  /// The next cell to run (its index in Notebook::cells), or none when all had their turn.
  std::optional<std::size_t> next();
  /// The cell that next() gave is over; its own outputs and status are the caller's business.
  void over(std::size_t cell, const TurnEnd& end);

  /// How many cells of the order are over or passed by, and how many there are.
  std::size_t done() const noexcept { return position_; }
  std::size_t all() const noexcept { return graph_.order.size(); }

 private:
  void mark_errors();
  void mark_disabled();
  /// Marks the descendants of `cell` that still wait; who says it last is right, as in marimo.
  void prevent_descendants(std::size_t cell, notebook::CellStatus status, const notebook::ErrorOutput& error);
  void interrupt_rest();

  notebook::Notebook& notebook_;
  const notebook::Graph& graph_;
  /// The next position in the graph's order to be looked at.
  std::size_t position_ = 0;
  /// For each cell: its status is final without a turn (own error, disabled).
  std::vector<bool> settled_;
  /// For each cell: an ancestor keeps it from running.
  std::vector<bool> prevented_;
};

}  // namespace cloche::execution
