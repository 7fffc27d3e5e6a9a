#pragma once

#include <chrono>
#include <string>

#include <cloche/process/outcome.hpp>

#include "notebook/notebook.hpp"

// The words for how a run ended early.
namespace cloche::execution {

/// How a worker ended that should have gone on: "was killed by signal 11 (SIGSEGV, segmentation fault)",
/// "exited with status 0".
std::string describe_end(const process::Outcome& outcome);

/// "cell 3", or "cell 3 `total`" when it has a name; cells are counted from 1 in the order of the file.
std::string describe_cell(const notebook::Notebook& notebook, std::size_t cell);

/// "3 s", "2.5 s", "500 ms".
std::string describe_duration(std::chrono::milliseconds duration);

}  // namespace cloche::execution
