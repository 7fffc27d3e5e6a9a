#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/command.hpp>
#include <cloche/process/stop_policy.hpp>

#include "notebook/notebook.hpp"

namespace cloche::environment {

/// What a notebook may import: an interpreter to run directly (no launcher stays in between), and the
/// variables it needs.
struct Environment {
  /// Absolute path of the interpreter.
  std::string python;
  process::Environment variables;
  /// Which manager made it: "current", "uv".
  std::string manager;
  /// The environment's folder, or empty for `current`.
  std::string root;
};

/// The environment could not be prepared. what() is "WHAT: WHY" in the user's words, credentials blanked;
/// hint() may be empty.
class PrepareError : public std::runtime_error {
 public:
  PrepareError(const std::string& message, std::string hint = {})
      : std::runtime_error(message), hint_(std::move(hint)) {}
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

/// Thrown when the cancellation was requested while preparing; everything started is gone by then.
class PrepareCancelled : public std::exception {};

struct Request {
  const notebook::Notebook* notebook = nullptr;
  /// Absolute path of the notebook's file.
  std::string notebook_path;
  /// The path as the user named it, for messages.
  std::string shown_path;
  /// --sandbox (true), --no-sandbox (false), or the default rule: a sandbox when the notebook declares
  /// dependencies and a manager is there.
  std::optional<bool> sandbox;
  /// --python; empty: found. By the default rule it means that interpreter, as it is; with `sandbox`, the one
  /// that the sandbox is made with.
  std::string python;
  /// A sandbox shall have marimo whether the notebook's cells ask for it or not.
  bool wants_marimo = false;
  /// Borrowed; none: can't be cancelled.
  const process::Cancellation* cancellation = nullptr;
  process::StopPolicy stop;
  /// Gets one line for people at a time ("Resolved 12 packages in 40ms"), credentials blanked; may be empty.
  std::function<void(std::string_view)> on_progress;
  /// Gets one line that tells what is done instead of what might be expected (no uv: the machine's python is
  /// used); may be empty.
  std::function<void(std::string_view)> on_notice;
};

/// Prepares what `request` asks for. The notebook file is never changed. Throws PrepareError,
/// PrepareCancelled, process::Error.
Environment prepare(const Request& request);

}  // namespace cloche::environment
