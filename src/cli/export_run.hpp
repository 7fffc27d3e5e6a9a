#pragma once

#include <cloche/process/cancellation.hpp>

#include "batch/export_request.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"

namespace cloche::cli {

/// Exports, and says on stderr how it goes and how it went.
ExitCode run_export(batch::ExportRequest request, Verbosity verbosity,
                    const process::Cancellation& cancellation);

}  // namespace cloche::cli
