#pragma once

#include <string>
#include <string_view>

#include "environment/environment.hpp"

namespace cloche::environment {

enum class UvFailureKind {
  no_solution,
  no_network,
  offline,
  no_python,
  cache_not_writable,
  too_old,
  other,
};

/// What uv's stderr says is wrong. Recognised by its words, since uv has no other way of telling.
UvFailureKind recognise_uv_failure(std::string_view standard_error);

/// The few lines that matter, redacted and joined into one text: uv's error and its causes.
std::string gist_of_uv_failure(std::string_view standard_error);

/// The error for a uv that failed at `what` ("cannot prepare an environment for `n.py`").
PrepareError uv_error(const std::string& what, std::string_view standard_error, const std::string& outcome);

}  // namespace cloche::environment
