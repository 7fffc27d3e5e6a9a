#pragma once

#include <chrono>
#include <string>

#include "execution/event.hpp"
#include "execution/execute.hpp"
#include "execution/schedule.hpp"
#include "notebook/notebook.hpp"

// Writing into a cell how its turn ended. What it printed and displayed stands in its outputs already.
namespace cloche::execution {

/// Whether the exception is what SIGINT raises, or a library's form of it.
bool is_interruption(const notebook::ErrorOutput& error);

/// It ended by itself.
TurnEnd record_finished(notebook::Cell& cell, Finished finished);
/// It ended when it was interrupted after its time `limit`.
TurnEnd record_timed_out(notebook::Cell& cell, Finished finished, std::chrono::milliseconds limit);
/// The run ended while it ran: `status` and `reason` are the run's (Result), without the place.
TurnEnd record_abandoned(notebook::Cell& cell, RunStatus status, const std::string& reason,
                         std::chrono::nanoseconds duration);

}  // namespace cloche::execution
