#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "execution/cell_outputs.hpp"
#include "execution/execute.hpp"
#include "execution/schedule.hpp"
#include "execution/worker_process.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// A run of cells in one worker, from its start to the last process gone. Fills in the outputs, status and
/// duration of the cells it runs, and the notebook's run record as far as the worker knows it.
class Session {
 public:
  /// Both are borrowed.
  Session(notebook::Notebook& notebook, const Request& request);

  /// Starts the worker's work and waits until cells can come. Throws StartError when they can't, unless the
  /// run has ended_early().
  void open();
  /// Whether another cell may run. To be asked before run(), so that what happened between two cells is not
  /// laid at the next one's door. When it may not, the run has ended_early().
  bool can_go_on();
  /// Runs one cell to its end, or to the run's.
  TurnEnd run(std::size_t cell);
  /// No more cells come: lets the notebook's exit handlers run, for the grace at most, and waits until every
  /// process is gone. What they print belongs to the cell that ran last.
  void close();

  /// Whether the run has ended although more cells could have come: the worker died, or was stopped.
  bool ended_early() const noexcept { return early_end_.has_value(); }
  /// The result as far as it is known now.
  Result result();

 private:
  using Clock = process::Child::Clock;
  using TimePoint = Clock::time_point;

  struct EarlyEnd {
    RunStatus status;
    /// "exited with status 7"; for a stop of ours, what struck.
    std::string reason;
    /// " in cell 3"
    std::string place;
  };

  Session(notebook::Notebook& notebook, const Request& request, const std::string& marker);

  /// The worker's next event; what was printed before it has been given to `outputs`. None: the worker is
  /// gone, and nothing more comes. Everything that may stop the worker happens in here.
  std::optional<Event> next_event(CellOutputs& outputs);
  void give_text_before(const Event& event, CellOutputs& outputs);
  TimePoint next_deadline() const;
  bool is_being_stopped() const;
  void pass_on_cancellation();
  void enforce_deadlines();
  void watch_connection();
  /// Stops a worker that reported `event`, which it should not.
  void refuse(const Event& event);
  /// What is said first about the reason stays.
  void stop(RunStatus status, std::string reason, const process::StopPolicy& policy);
  void note_end();

  void begin_turn(std::size_t cell);
  TurnEnd finish_turn(Finished finished);
  void let_interrupt_arrive();
  /// Takes what still comes, to the end of the worker, for the cell that ran last.
  void finish_after_last_cell();
  std::string place() const;

  notebook::Notebook& notebook_;
  const Request& request_;
  /// The whole notebook's; the guardian enforces it.
  std::optional<TimePoint> deadline_;
  WorkerProcess worker_;

  /// The cell that runs, or ran last.
  std::optional<std::size_t> cell_;
  bool running_ = false;
  TimePoint turn_started_;
  std::optional<TimePoint> interrupt_at_;
  bool interrupted_ = false;
  std::optional<TimePoint> kill_at_;
  bool closing_ = false;
  std::optional<TimePoint> connection_lost_at_;
  bool cancellation_passed_on_ = false;
  bool hurry_passed_on_ = false;

  std::optional<EarlyEnd> stop_;
  std::optional<EarlyEnd> early_end_;
  /// What a cell's time limit did without ending the run.
  std::string cell_timeout_;
};

}  // namespace cloche::execution
