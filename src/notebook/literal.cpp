#include "notebook/literal.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace cloche::notebook {
namespace {

void append_utf8(std::string& text, std::uint32_t character) {
  if (character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF)) character = 0xFFFD;
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0U | (character >> 6U));
    add(0x80U | (character & 0x3FU));
  } else if (character < 0x10000) {
    add(0xE0U | (character >> 12U));
    add(0x80U | ((character >> 6U) & 0x3FU));
    add(0x80U | (character & 0x3FU));
  } else {
    add(0xF0U | (character >> 18U));
    add(0x80U | ((character >> 12U) & 0x3FU));
    add(0x80U | ((character >> 6U) & 0x3FU));
    add(0x80U | (character & 0x3FU));
  }
}

// Reads up to `most` digits of `base` from the beginning of `text` and returns how many there were.
std::size_t read_number(std::string_view text, std::size_t most, int base, std::uint32_t& number) {
  const char* end = text.data() + std::min(most, text.size());
  const auto result = std::from_chars(text.data(), end, number, base);
  return result.ec == std::errc{} ? static_cast<std::size_t>(result.ptr - text.data()) : 0;
}

// Appends what the escape sequence at the beginning of `text` (after the backslash) means; returns its
// length.
std::size_t append_escape(std::string& value, std::string_view text) {
  constexpr std::string_view letters = "abfnrtv\\'\"";
  constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"";
  const char c = text[0];
  if (c == '\n') return 1;
  if (const std::size_t i = letters.find(c); i != letters.npos) {
    value += meanings[i];
    return 1;
  }
  std::uint32_t number = 0;
  if (c >= '0' && c <= '7') {
    const std::size_t length = read_number(text, 3, 8, number);
    append_utf8(value, number);
    return length;
  }
  const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (digits > 0 && read_number(text.substr(1), digits, 16, number) == digits) {
    append_utf8(value, number);
    return digits + 1;
  }
  value += '\\';
  value += c;
  return 1;
}

std::string unescaped(std::string_view content) {
  std::string value;
  value.reserve(content.size());
  for (std::size_t i = 0; i < content.size();) {
    if (content[i] == '\\' && i + 1 < content.size()) {
      i += 1 + append_escape(value, content.substr(i + 1));
    } else {
      value += content[i++];
    }
  }
  return value;
}

using Placeholder = std::optional<std::string_view>;

std::optional<std::string> single_string_value(const SyntaxTree& tree, TSNode node, Placeholder placeholder) {
  const std::string_view text = tree.text_of(node);
  const std::size_t quote = text.find_first_of("\"'");
  if (quote == text.npos) return std::nullopt;
  const std::string_view prefix = text.substr(0, quote);
  const bool is_formatted = prefix.find_first_of("fF") != prefix.npos;
  if (prefix.find_first_of("bB") != prefix.npos || (is_formatted && !placeholder)) return std::nullopt;
  const bool triple = text.substr(quote).starts_with(R"(""")") || text.substr(quote).starts_with("'''");
  const std::size_t quotes = triple ? 3 : 1;
  if (text.size() < quote + 2 * quotes) return std::nullopt;
  const bool is_raw = prefix.find_first_of("rR") != prefix.npos;
  const auto value_of = [&](std::string_view content) {
    return is_raw ? std::string(content) : unescaped(content);
  };
  const std::size_t end = end_of(node) - quotes;
  std::size_t begin = begin_of(node) + quote + quotes;
  std::string value;
  if (is_formatted) {
    for (const SyntaxTree::Child& child : tree.children(node)) {
      if (kind_of(child.node) != Kind::interpolation) continue;
      value += value_of(tree.text().substr(begin, begin_of(child.node) - begin));
      value += *placeholder;
      begin = end_of(child.node);
    }
  }
  return value + value_of(tree.text().substr(begin, end - begin));
}

// Parentheses may be nested deeper than the stack.
TSNode without_parentheses(TSNode node) {
  while (!ts_node_is_null(node) && kind_of(node) == Kind::parenthesized_expression) {
    node = ts_node_named_child(node, 0);
  }
  return node;
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (byte < 0x20) {
      json += fmt::format("\\u{:04x}", byte);
    } else {
      json += c;
    }
  }
  return json + '"';
}

std::string without_underscores(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  return digits;
}

std::optional<std::string> json_integer(std::string_view text) {
  std::string digits = without_underscores(text);
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = static_cast<char>(std::tolower(static_cast<unsigned char>(digits[1])));
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) digits.erase(0, 2);
  }
  std::uint64_t number = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (result.ec != std::errc{} || result.ptr != digits.data() + digits.size()) return std::nullopt;
  return fmt::format("{}", number);
}

std::optional<std::string> json_float(std::string_view text) {
  const std::string digits = without_underscores(text);
  double number = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (result.ec != std::errc{} || result.ptr != digits.data() + digits.size()) return std::nullopt;
  if (!std::isfinite(number)) return std::nullopt;
  return fmt::format("{}", number);
}

std::optional<std::string> any_string_value(const SyntaxTree& tree, TSNode node, Placeholder placeholder) {
  node = without_parentheses(node);
  if (ts_node_is_null(node)) return std::nullopt;
  if (kind_of(node) == Kind::string) return single_string_value(tree, node, placeholder);
  if (kind_of(node) != Kind::concatenated_string) return std::nullopt;
  std::string value;
  for (const SyntaxTree::Child& child : tree.children(node)) {
    const std::optional<std::string> part = single_string_value(tree, child.node, placeholder);
    if (!part) return std::nullopt;
    value += *part;
  }
  return value;
}

}  // namespace

std::optional<std::string> string_value(const SyntaxTree& tree, TSNode node) {
  return any_string_value(tree, node, std::nullopt);
}

std::optional<std::string> string_value(const SyntaxTree& tree, TSNode node, std::string_view placeholder) {
  return any_string_value(tree, node, placeholder);
}

std::optional<std::string> json_value(const SyntaxTree& tree, TSNode node) {
  node = without_parentheses(node);
  if (ts_node_is_null(node)) return std::nullopt;
  switch (kind_of(node)) {
    case Kind::true_literal:
      return "true";
    case Kind::false_literal:
      return "false";
    case Kind::none:
      return "null";
    case Kind::integer:
      return json_integer(tree.text_of(node));
    case Kind::float_literal:
      return json_float(tree.text_of(node));
    case Kind::list: {
      std::string json;
      for (const SyntaxTree::Child& child : tree.children(node)) {
        if (kind_of(without_parentheses(child.node)) == Kind::list) continue;
        const std::optional<std::string> element = json_value(tree, child.node);
        if (element) json += (json.empty() ? "" : ", ") + *element;
      }
      return "[" + json + "]";
    }
    default: {
      const std::optional<std::string> text = string_value(tree, node);
      return text ? std::optional(json_string(*text)) : std::nullopt;
    }
  }
}

}  // namespace cloche::notebook
