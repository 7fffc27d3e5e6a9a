#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/ownership.hpp>
#include <cloche/process/stop_policy.hpp>

#include "environment/environment.hpp"
#include "notebook/graph.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// Which representations the worker makes of each value (worker/README.md).
enum class Representations {
  /// For the static page: plain tables and images; never imports marimo only to format.
  page,
  /// What marimo's own front end gets, as in its session files.
  marimo,
};

struct Request {
  const environment::Environment* environment = nullptr;
  const notebook::Graph* graph = nullptr;
  /// Absolute path of the notebook's file: its __file__, and its folder is on sys.path.
  std::string notebook_path;
  /// Where the notebook runs; empty: where cloche was called, as marimo does.
  std::string working_directory;
  /// The words after `--`.
  std::vector<std::string> arguments;
  Representations representations = Representations::page;
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::chrono::milliseconds> cell_timeout;
  process::StopPolicy stop;
  std::optional<process::Tier> tier;
  const process::Cancellation* cancellation = nullptr;
  /// Called as cells start (index in Notebook::cells, how many are over, how many there are); may be empty.
  std::function<void(std::size_t cell, std::size_t done, std::size_t all)> on_cell_started;
};

enum class RunStatus {
  completed,    // every cell had its turn, whatever came of it
  timed_out,    // the notebook's or a cell's limit struck
  worker_died,  // Result::reason says how
  cancelled,
};

struct Result {
  RunStatus status = RunStatus::completed;
  /// How the worker ended ("was killed by signal 9 (SIGKILL) in cell 3"), for worker_died; what struck, for
  /// timed_out.
  std::string reason;
  /// Processes that the notebook left running, which were ended.
  int stragglers = 0;
};

/// The worker could not be started, or did not speak as it should before the first cell.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs the cells of `notebook` in the order of the graph, in a worker inside the environment, and fills in
/// outputs, status and duration of each cell and the run record. However the run ends, what finished before
/// is kept. Throws StartError and process::Error.
Result execute(notebook::Notebook& notebook, const Request& request);

}  // namespace cloche::execution
