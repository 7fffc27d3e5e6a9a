#pragma once

#include <string_view>

#include "rendering/page.hpp"

namespace cloche::rendering {

/// Appends Markdown (GitHub's tables, task lists, strikethrough; mathematics between dollars) as HTML.
void append_markdown(Page& page, std::string_view markdown);

}  // namespace cloche::rendering
