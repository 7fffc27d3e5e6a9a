#pragma once

#include <string_view>

#include "rendering/page.hpp"

namespace cloche::rendering {

/// Appends what can be said of a chart without drawing it: title, marks, axes, its data as a table, its
/// specification folded. `specification` is the JSON of Vega, Vega-Lite or Plotly.
void append_chart(Page& page, std::string_view specification);

}  // namespace cloche::rendering
