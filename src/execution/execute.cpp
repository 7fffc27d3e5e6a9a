#include "execution/execute.hpp"

#include "execution/schedule.hpp"
#include "execution/session.hpp"

namespace cloche::execution {
namespace {

std::string ended_early(const Result& result) {
  if (result.status == RunStatus::worker_died) return "the worker " + result.reason;
  return result.reason;
}

void run_cells(const Request& request, Schedule& schedule, Session& session) {
  while (const std::optional<std::size_t> cell = schedule.next()) {
    if (!session.can_go_on()) return;
    if (request.on_cell_started) request.on_cell_started(*cell, schedule.done(), schedule.all());
    const TurnEnd end = session.run(*cell);
    if (session.ended_early()) return;
    schedule.over(*cell, end);
  }
}

}  // namespace

Result execute(notebook::Notebook& notebook, const Request& request) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point started = Clock::now();
  notebook.run.emplace();
  notebook.run->started = std::chrono::system_clock::now();

  Schedule schedule(notebook, *request.graph);
  Session session(notebook, request);
  session.open();
  if (!session.ended_early()) run_cells(request, schedule, session);
  session.close();

  const Result result = session.result();
  if (session.ended_early()) notebook.run->ended_early = ended_early(result);
  notebook.run->duration = Clock::now() - started;
  return result;
}

}  // namespace cloche::execution
