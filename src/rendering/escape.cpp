#include "rendering/escape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cloche::rendering {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

enum Class : std::uint8_t { plain, ampersand, angle, quote, high, carriage_return, unprintable };

constexpr std::array<std::uint8_t, 256> classify() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned i = 0; i < 0x20; ++i) table[i] = unprintable;
  table['\t'] = table['\n'] = plain;
  table['\r'] = carriage_return;
  table[0x7F] = unprintable;
  table['&'] = ampersand;
  table['<'] = table['>'] = angle;
  table['"'] = quote;
  for (unsigned i = 0x80; i < 0x100; ++i) table[i] = high;
  return table;
}

constexpr auto classes = classify();

std::uint8_t class_of(char c) {
  return classes[static_cast<unsigned char>(c)];
}

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

template <bool escape_ampersand, bool escape_quote>
void append(std::string& out, std::string_view text) {
  std::size_t kept = 0;
  std::size_t at = 0;
  // Hands on what was plain up to here, then `with` instead of `length` bytes.
  const auto replace = [&](std::string_view with, std::size_t length) {
    out.append(text.substr(kept, at - kept));
    out.append(with);
    at += length;
    kept = at;
  };
  while (at < text.size()) {
    switch (class_of(text[at])) {
      case plain:
        ++at;
        break;
      case ampersand:
        if constexpr (escape_ampersand) {
          replace("&amp;", 1);
        } else {
          ++at;
        }
        break;
      case angle:
        replace(text[at] == '<' ? "&lt;" : "&gt;", 1);
        break;
      case quote:
        if constexpr (escape_quote) {
          replace("&quot;", 1);
        } else {
          ++at;
        }
        break;
      case carriage_return:
        replace(at + 1 < text.size() && text[at + 1] == '\n' ? "" : "\n", 1);
        break;
      case high:
        if (const std::size_t length = utf8_length(text.substr(at)); length == 0) {
          replace(replacement, 1);
        } else if (length == 2 && text[at] == '\xC2' && static_cast<unsigned char>(text[at + 1]) < 0xA0) {
          replace(replacement, 2);  // C1 control characters
        } else {
          at += length;
        }
        break;
      default:
        replace(replacement, 1);
    }
  }
  out.append(text.substr(kept));
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(text, 1)) return 0;
  if (first < 0xE0) return 2;
  const auto second = static_cast<unsigned char>(text[1]);
  if (!is_continuation(text, 2)) return 0;
  if (first < 0xF0) {
    // Neither overlong forms nor surrogates.
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)) return 0;
    return 3;
  }
  if (!is_continuation(text, 3)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) return 0;
  return 4;
}

void append_text(std::string& out, std::string_view text) {
  append<true, false>(out, text);
}

void append_attribute(std::string& out, std::string_view text) {
  append<true, true>(out, text);
}

void append_markup_text(std::string& out, std::string_view text) {
  append<false, false>(out, text);
}

void append_markup_attribute(std::string& out, std::string_view text) {
  append<false, true>(out, text);
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  std::size_t kept = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (const std::size_t length = utf8_length(text.substr(at)); length > 0) {
      at += length;
      continue;
    }
    result.append(text.substr(kept, at - kept)).append(replacement);
    kept = ++at;
  }
  result.append(text.substr(kept));
  return result;
}

}  // namespace cloche::rendering
