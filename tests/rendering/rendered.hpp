#pragma once

#include <string>
#include <string_view>

#include "rendering/html_fragment.hpp"
#include "rendering/mime.hpp"
#include "rendering/page.hpp"

namespace cloche::rendering {

inline std::string html_of(std::string_view fragment) {
  Page page;
  append_html(page, fragment);
  return page.out;
}

inline std::string mime_of(std::string_view type, std::string_view data) {
  Page page;
  append_mime(page, type, data);
  return page.out;
}

inline std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

}  // namespace cloche::rendering
