#pragma once

#include <string_view>

#include "rendering/page.hpp"

namespace cloche::rendering {

/// Appends text with LaTeX in it, as `_repr_latex_` gives it: formulas between `$`, `$$`, `\(` or `\[`, or
/// one environment.
void append_latex(Page& page, std::string_view latex);

}  // namespace cloche::rendering
