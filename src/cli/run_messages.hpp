#pragma once

#include <chrono>
#include <optional>

#include <cloche/process/child.hpp>

#include "cli/console.hpp"

namespace cloche::cli {

/// How a command of `cloche run` ended, with what one must know to tell it.
struct RunEnding {
  const process::Command& command;
  const process::Child& child;
  const process::Outcome& outcome;
  std::optional<std::chrono::milliseconds> timeout;
  /// The errno of a write to our own stdout or stderr, or 0.
  int write_error;
};

/// Says what the exit code alone does not; nothing about a command that ended by itself, as it will have said
/// why.
void say_how_it_ended(Console& console, const RunEnding& ending);

}  // namespace cloche::cli
