#pragma once

#include <string>

#include <cloche/process/cancellation.hpp>

#include "cli/console.hpp"

namespace cloche::cli {

/// Asks whether the file `path` may be replaced, when there is somebody to ask: both stdin and stderr are a
/// terminal. Elsewhere the answer is yes, as with marimo. No answer, and a request of the cancellation, is
/// no.
bool may_overwrite(const std::string& path, Console& console, const process::Cancellation& cancellation);

}  // namespace cloche::cli
