#pragma once

#include <cstddef>
#include <string_view>

namespace cloche::batch {

/// How many bytes at the start of `text` are whole, valid UTF-8 characters: text.size() when all are.
std::size_t valid_utf8_length(std::string_view text);

}  // namespace cloche::batch
