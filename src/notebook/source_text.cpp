#include "notebook/source_text.hpp"

#include <algorithm>
#include <cstdint>

namespace cloche::notebook {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// How many bytes the well-formed UTF-8 sequence at the beginning of `text` has; 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F;
  const bool too_large = first == 0xF4 && second > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

bool is_space(std::uint32_t character) {
  switch (character) {
    case 0x20:
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return (character >= 0x09 && character <= 0x0D) || (character >= 0x1C && character <= 0x1F) ||
             (character >= 0x2000 && character <= 0x200A);
  }
}

// How many bytes of white space are at the beginning of `text`, which is well-formed.
std::size_t space_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return !text.empty() && is_space(first) ? 1 : 0;
  if (first < 0xE0) return is_space(((first & 0x1FU) << 6U) | (byte(1) & 0x3FU)) ? 2 : 0;
  if (first < 0xF0) {
    return is_space(((first & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU)) ? 3 : 0;
  }
  return 0;
}

}  // namespace

std::string normalize_source(std::string_view bytes) {
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    if (bytes[i] == '\r') {
      text += '\n';
      i += bytes.substr(i).starts_with("\r\n") ? 2 : 1;
    } else if (const std::size_t length = sequence_length(bytes.substr(i)); length > 0) {
      text.append(bytes, i, length);
      i += length;
    } else {
      text += replacement;
      ++i;
    }
  }
  return text;
}

std::string_view strip_left(std::string_view text) {
  while (const std::size_t length = space_length(text)) text.remove_prefix(length);
  return text;
}

std::string_view strip_right(std::string_view text) {
  while (!text.empty()) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && is_continuation(text[begin])) --begin;
    if (space_length(text.substr(begin)) == 0) break;
    text = text.substr(0, begin);
  }
  return text;
}

std::string_view strip(std::string_view text) {
  return strip_right(strip_left(text));
}

std::string_view indentation(std::string_view line) {
  return line.substr(0, line.size() - strip_left(line).size());
}

std::size_t count_characters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

std::string_view take_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size() && count > 0; --count) {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
  }
  return text.substr(0, end);
}

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1)) {
    starts_.push_back(i + 1);
  }
}

std::string_view Lines::operator[](std::size_t line) const {
  return join(line, line + 1);
}

std::string_view Lines::join(std::size_t first, std::size_t last) const {
  if (first >= last || first >= size()) return {};
  const std::size_t begin = start(first);
  const std::size_t end = last < size() ? start(last) - 1 : text_.size();
  return text_.substr(begin, end - begin);
}

}  // namespace cloche::notebook
