#pragma once

#include <string_view>
#include <vector>

#include "rendering/html_tree.hpp"

namespace cloche::rendering {

/// Whether a table's cell reads as a number ("-1,234.5", "1e-3", "12 %", "NaN").
bool reads_as_number(std::string_view text);

/// Which columns of a table hold nothing but numbers, judged by its first rows.
std::vector<bool> numeric_columns(const HtmlTree& tree, const HtmlNode& table);

}  // namespace cloche::rendering
