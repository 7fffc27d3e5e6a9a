#include "rendering/urls.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rendering/escape.hpp"
#include "rendering/html_tokenizer.hpp"

namespace cloche::rendering {
namespace {

// As browsers do before they look at an address: no blanks around it, no tabs and line ends in it.
std::string stripped(std::string_view url, std::size_t most) {
  std::string result;
  for (const char c : url) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (result.empty() && static_cast<unsigned char>(c) <= ' ') continue;
    result += c;
    if (result.size() == most) break;
  }
  return lower_case(result);
}

bool is_harmless_data(std::string_view url) {
  constexpr std::array<std::string_view, 5> types = {"data:image/", "data:audio/", "data:video/",
                                                     "data:font/", "data:application/font"};
  return std::any_of(types.begin(), types.end(),
                     [url](std::string_view type) { return url.starts_with(type); });
}

std::string percent_decoded(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size() && digit(text[at + 1]) >= 0 && digit(text[at + 2]) >= 0) {
      result += static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2]));
      at += 2;
    } else {
      result += text[at];
    }
  }
  return result;
}

std::string base64_decoded(std::string_view text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const auto values = [&] {
    std::array<int, 256> table{};
    table.fill(-1);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
      table[static_cast<unsigned char>(alphabet[i])] = static_cast<int>(i);
    return table;
  }();
  std::string result;
  result.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) continue;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      result += static_cast<char>((bits >> count) & 0xFFU);
    }
  }
  return result;
}

}  // namespace

bool is_data_url(std::string_view url) {
  return stripped(url, 8).starts_with("data:");
}

std::optional<std::string> data_url_content(std::string_view url) {
  const std::size_t comma = url.find(',');
  if (!is_data_url(url) || comma == std::string_view::npos) return std::nullopt;
  const std::string_view content = url.substr(comma + 1);
  if (lower_case(url.substr(0, comma)).ends_with(";base64")) return base64_decoded(content);
  return percent_decoded(content);
}

UrlKind url_kind(std::string_view url) {
  const std::string start = stripped(url, 64);
  if (start.empty()) return UrlKind::local;
  if (start[0] == '#') return UrlKind::fragment;
  const std::size_t colon = start.find_first_of(":/?#");
  if (colon == std::string::npos || start[colon] != ':') {
    return start.starts_with("//") ? UrlKind::link : UrlKind::local;
  }
  const std::string_view scheme = std::string_view(start).substr(0, colon);
  constexpr std::array<std::string_view, 6> followed = {"http", "https", "mailto", "tel", "ftp", "doi"};
  if (std::find(followed.begin(), followed.end(), scheme) != followed.end()) return UrlKind::link;
  return is_harmless_data(start) ? UrlKind::embedded : UrlKind::refused;
}

void append_url_encoded(std::string& out, std::string_view bytes) {
  // What neither URLs nor attributes nor data: give a meaning.
  static const auto is_kept = [] {
    std::array<bool, 256> table{};
    for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = true;
    for (unsigned c = '0'; c <= '9'; ++c) table[c] = true;
    for (const char c : std::string_view(" -_.!~*()/:;=,@$+?")) table[static_cast<unsigned char>(c)] = true;
    return table;
  }();
  constexpr std::string_view digits = "0123456789ABCDEF";
  out.reserve(out.size() + bytes.size() + bytes.size() / 4);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_kept[byte]) {
      out += c;
    } else {
      out += '%';
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    }
  }
}

std::string quiet_css(std::string_view css) {
  std::string result = valid_utf8(css);
  const std::string lower = lower_case(result);
  if (lower.find("url(") == std::string::npos && lower.find("@import") == std::string::npos &&
      lower.find("image-set(") == std::string::npos && lower.find("src(") == std::string::npos) {
    return result;
  }
  // Every change keeps the length, so that places in `lower` stay right: an unknown function or rule is
  // ignored.
  const auto spoil = [&](std::string_view what, auto is_allowed) {
    for (std::size_t at = lower.find(what); at != std::string::npos;
         at = lower.find(what, at + what.size())) {
      if (!is_allowed(std::string_view(lower).substr(at + what.size()))) result[at] = 'x';
    }
  };
  const auto never = [](std::string_view) { return false; };
  spoil("url(", [](std::string_view argument) {
    argument.remove_prefix(std::min(argument.find_first_not_of(" \t\n\"'"), argument.size()));
    return argument.starts_with("#") || is_harmless_data(argument);
  });
  spoil("@import", never);
  spoil("image-set(", never);
  spoil("src(", never);
  return result;
}

}  // namespace cloche::rendering
