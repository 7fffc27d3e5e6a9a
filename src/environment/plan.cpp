#include "environment/plan.hpp"

#include <variant>

#include "environment/redaction.hpp"

namespace cloche::environment {

process::Result run_plan(const Plan& plan, const Request& request) {
  process::Command command;
  command.argv = plan.argv;
  command.environment.removed = plan.removed_variables;
  command.environment.set = plan.variables;
  command.working_directory = plan.working_directory;
  // A manager may be a launcher that is gone before its work is done.
  command.until_pipes_close = true;

  process::RunOptions options;
  options.stop = request.stop;
  options.cancellation = request.cancellation;
  if (request.on_progress) {
    options.on_standard_error_line = [&request](std::string_view line) { request.on_progress(redact(line)); };
  }
  process::Result result = process::run(std::move(command), options);
  if (std::holds_alternative<process::Cancelled>(result.outcome) ||
      (request.cancellation && request.cancellation->requested())) {
    throw PrepareCancelled();
  }
  if (std::holds_alternative<process::FailedToStart>(result.outcome)) {
    throw PrepareError("cannot run `" + plan.argv.front() + "`: " + process::describe(result.outcome));
  }
  return result;
}

}  // namespace cloche::environment
