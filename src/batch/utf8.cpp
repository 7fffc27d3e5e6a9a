#include "batch/utf8.hpp"

#include <cstdint>

namespace cloche::batch {
namespace {

/// The length of the valid character at the start of `text`; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : std::uint32_t{0};
  };
  const auto is_continuation = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return is_continuation(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return is_continuation(1) && is_continuation(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool too_large = first == 0xf4 && byte(1) >= 0x90;
    return is_continuation(1) && is_continuation(2) && is_continuation(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::size_t valid_utf8_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const std::size_t character = character_length(text.substr(length));
    if (character == 0) break;
    length += character;
  }
  return length;
}

}  // namespace cloche::batch
