#include "rendering/json.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/system/error_code.hpp>
#include <fmt/format.h>

#include "rendering/escape.hpp"

namespace cloche::rendering {
namespace {

// Puts the words that are not JSON into quotes, outside of strings.
std::string quote_special_numbers(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 64);
  bool in_string = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (in_string) {
      const std::size_t length = c == '\\' && at + 1 < text.size() ? 2 : 1;
      result.append(text.substr(at, length));
      in_string = c != '"';
      at += length;
      continue;
    }
    bool replaced = false;
    for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
      if (!text.substr(at).starts_with(word)) continue;
      result.append("\"").append(word).append("\"");
      at += word.size();
      replaced = true;
      break;
    }
    if (replaced) continue;
    in_string = c == '"';
    result += c;
    ++at;
  }
  return result;
}

}  // namespace

std::optional<boost::json::value> parse_json(std::string_view text) {
  boost::json::parse_options options;
  options.max_depth = deepest_json;
  options.allow_invalid_utf8 = true;
  boost::system::error_code error;
  boost::json::value value = boost::json::parse(text, error, {}, options);
  if (!error) return value;
  if (text.find("NaN") == std::string_view::npos && text.find("Infinity") == std::string_view::npos)
    return std::nullopt;
  value = boost::json::parse(quote_special_numbers(text), error, {}, options);
  if (error) return std::nullopt;
  return value;
}

std::string number_text(const boost::json::value& number) {
  if (number.is_int64()) return std::to_string(number.get_int64());
  if (number.is_uint64()) return std::to_string(number.get_uint64());
  std::string text = fmt::format("{}", number.get_double());
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string plain_text(const boost::json::value& value) {
  if (value.is_string()) return std::string(std::string_view(value.get_string()));
  if (value.is_number()) return number_text(value);
  return boost::json::serialize(value);
}

std::string_view text_member(const boost::json::object& object, std::string_view name) {
  const auto* member = object.if_contains(name);
  return member != nullptr && member->is_string() ? std::string_view(member->get_string())
                                                  : std::string_view();
}

}  // namespace cloche::rendering
