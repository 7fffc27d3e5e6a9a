#pragma once

#include <string>
#include <string_view>

namespace cloche::environment {

/// `text` as it may be shown: in every URL, what stands before the @ and the values of the query are blanked
/// (`https://***@host/simple?token=***`).
std::string redact(std::string_view text);

}  // namespace cloche::environment
