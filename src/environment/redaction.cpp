#include "environment/redaction.hpp"

#include <algorithm>
#include <cctype>

namespace cloche::environment {
namespace {

bool ends_url(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("\"'`<>()[]{}|,").find(c) != std::string_view::npos;
}

/// Appends the query `text` (after the ?) with the value of each of its fields blanked; a field without a
/// value may be a token itself.
void append_blanked_query(std::string& result, std::string_view text) {
  while (true) {
    const auto end = text.find('&');
    const std::string_view field = text.substr(0, end);
    const auto equals = field.find('=');
    if (equals != std::string_view::npos) result += field.substr(0, equals + 1);
    if (!field.empty()) result += "***";
    if (end == std::string_view::npos) return;
    result += '&';
    text.remove_prefix(end + 1);
  }
}

/// Appends what follows `scheme://`.
void append_blanked_url(std::string& result, std::string_view url) {
  const auto path = url.find_first_of("/?#");
  // The last @ of the authority is the one that separates: a password may hold one.
  const auto at = url.substr(0, path).rfind('@');
  if (at != std::string_view::npos) {
    result += "***";
    url.remove_prefix(at);
  }
  const auto fragment = url.find('#');
  const std::string_view before_fragment = url.substr(0, fragment);
  const auto query = before_fragment.find('?');
  result += before_fragment.substr(0, query);
  if (query != std::string_view::npos) {
    result += '?';
    append_blanked_query(result, before_fragment.substr(query + 1));
  }
  if (fragment != std::string_view::npos) result += url.substr(fragment);
}

}  // namespace

std::string redact(std::string_view text) {
  std::string result;
  while (true) {
    const auto scheme = text.find("://");
    if (scheme == std::string_view::npos) break;
    const auto start = scheme + 3;
    result += text.substr(0, start);
    text.remove_prefix(start);
    const auto end =
        static_cast<std::size_t>(std::find_if(text.begin(), text.end(), ends_url) - text.begin());
    append_blanked_url(result, text.substr(0, end));
    text.remove_prefix(end);
  }
  return result += text;
}

}  // namespace cloche::environment
