#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cloche::rendering {

/// Comma-separated values, quoted as RFC 4180 has it. Reads at most `most_rows` rows.
std::vector<std::vector<std::string>> read_csv(std::string_view text, std::size_t most_rows);

/// Appends CSV as a table: its first row as the head, a note when rows are left out.
void append_csv(std::string& out, std::string_view csv);

}  // namespace cloche::rendering
