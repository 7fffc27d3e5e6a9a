#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "notebook/notebook.hpp"

// What a worker reports (worker/README.md), as values.
namespace cloche::execution {

/// Cells can come.
struct Ready {
  /// "3.12.1"
  std::string python;
};

/// The running cell displayed something.
struct Displayed {
  std::string cell_id;
  notebook::DisplayOutput output;
  /// What stands before this marker was printed before; none: the worker could not write it.
  std::optional<std::uint64_t> marker;
};

/// The cell is over.
struct Finished {
  enum class Status { succeeded, failed, stopped };

  std::string cell_id;
  Status status = Status::succeeded;
  /// Empty: there is no result.
  notebook::ResultOutput result;
  /// Present when it failed.
  std::optional<notebook::ErrorOutput> error;
  std::chrono::nanoseconds duration{0};
  /// What the cell printed stands before this marker; none: the worker could not write it.
  std::optional<std::uint64_t> marker;
};

/// Name and version of the notable packages that were imported.
struct Packages {
  std::vector<std::pair<std::string, std::string>> packages;
};

/// A line that is no event.
struct MalformedEvent {
  std::string reason;
};

using Event = std::variant<Ready, Displayed, Finished, Packages, MalformedEvent>;

}  // namespace cloche::execution
