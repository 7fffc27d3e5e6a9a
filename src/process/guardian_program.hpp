#pragma once

namespace cloche::process {

/// Where the guardian's static program may be, null-terminated, the likeliest first: beside the running
/// executable (bin/../libexec/cloche/), then where this library was built or installed. Found once; lives for
/// ever.
const char* const* guardian_program_paths();

}  // namespace cloche::process
