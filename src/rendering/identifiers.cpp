#include "rendering/identifiers.hpp"

#include <cctype>

namespace cloche::rendering {

std::string Identifiers::unique(std::string_view wanted) {
  std::string id;
  id.reserve(wanted.size());
  for (const char c : wanted) id += static_cast<unsigned char>(c) <= ' ' ? '-' : c;
  if (id.empty()) id = "part";
  const auto [entry, is_new] = taken_.try_emplace(id, 1);
  if (is_new) return id;
  for (;;) {
    std::string numbered = id + '-' + std::to_string(++entry->second);
    if (taken_.try_emplace(numbered, 1).second) return numbered;
  }
}

std::string slug(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0) {
      result += static_cast<char>(std::tolower(byte));
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
    if (result.size() > 60 && byte < 0x80) break;
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.empty() ? "section" : result;
}

}  // namespace cloche::rendering
