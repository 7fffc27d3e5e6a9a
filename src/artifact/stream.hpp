#pragma once

#include <string_view>

#include <cloche/process/cancellation.hpp>

namespace cloche::artifact {

/// Writes all of `bytes` to a pipe, terminal, device, socket or open file that others may read slowly or not
/// at all. Gives 0, or the errno of what failed (EPIPE when the reader is gone: the caller ignores SIGPIPE);
/// ECANCELED as soon as `cancellation`, which may be null, is requested while the reader makes us wait.
int write_stream(int fd, std::string_view bytes, const process::Cancellation* cancellation);

}  // namespace cloche::artifact
