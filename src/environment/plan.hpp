#pragma once

#include <string>
#include <utility>
#include <vector>

#include <cloche/process/run.hpp>

#include "environment/environment.hpp"

namespace cloche::environment {

/// A command that prepares something: a value, which tests compare without starting anything.
struct Plan {
  std::vector<std::string> argv;
  /// Variables of the caller that it must not see, and those that it gets.
  std::vector<std::string> removed_variables;
  std::vector<std::pair<std::string, std::string>> variables;
  /// Empty: where the caller runs.
  std::string working_directory;

  bool operator==(const Plan&) const = default;
};

/// Runs `plan` with stdin at its end, its stderr going to the request's progress line by line (redacted).
/// Throws PrepareCancelled when the request was cancelled, PrepareError when the program can't be started,
/// process::Error. Any exit status is a result.
process::Result run_plan(const Plan& plan, const Request& request);

}  // namespace cloche::environment
