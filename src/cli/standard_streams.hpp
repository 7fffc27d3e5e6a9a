#pragma once

#include <string_view>

namespace cloche::cli {

/// Makes sure that descriptors 0, 1 and 2 are open, so that no file of ours gets one of these numbers and
/// takes in what was meant for a stream. One that was closed fails every use, as it should.
void open_missing_standard_streams() noexcept;

/// Writes a result to stdout. False, with errno set, if it can't be written.
bool write_standard_output(std::string_view text);

}  // namespace cloche::cli
