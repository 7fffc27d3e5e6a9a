#include "rendering/csv.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/numeric_columns.hpp"

namespace cloche::rendering {
namespace {

constexpr std::size_t most_rows_shown = 500;

void append_cell(std::string& out, std::string_view element, bool is_number, std::string_view text) {
  out.append("<").append(element).append(is_number ? " class=\"number\">" : " class=\"text\">");
  append_text(out, text);
  out.append("</").append(element).append(">");
}

}  // namespace

std::vector<std::vector<std::string>> read_csv(std::string_view text, std::size_t most_rows) {
  std::vector<std::vector<std::string>> rows;
  std::size_t at = 0;
  while (at < text.size() && rows.size() < most_rows) {
    std::vector<std::string>& row = rows.emplace_back();
    for (bool in_row = true; in_row;) {
      std::string& field = row.emplace_back();
      if (at < text.size() && text[at] == '"') {
        for (++at; at < text.size(); ++at) {
          if (text[at] != '"') {
            field += text[at];
          } else if (at + 1 < text.size() && text[at + 1] == '"') {
            field += text[at++];
          } else {
            ++at;
            break;
          }
        }
      }
      const std::size_t end = std::min(text.find_first_of(",\n", at), text.size());
      field.append(text.substr(at, end - at));
      if (!field.empty() && field.back() == '\r') field.pop_back();
      in_row = end < text.size() && text[end] == ',';
      at = end + 1;
    }
  }
  return rows;
}

void append_csv(std::string& out, std::string_view csv) {
  const auto rows = read_csv(csv, most_rows_shown + 1);
  if (rows.empty()) return;
  const auto all_rows =
      static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) + (csv.back() == '\n' ? 0 : 1);
  std::vector<bool> is_numeric(rows[0].size(), rows.size() > 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < std::min(is_numeric.size(), rows[i].size()); ++k) {
      if (!rows[i][k].empty() && !reads_as_number(rows[i][k])) is_numeric[k] = false;
    }
  }
  const auto is_number = [&](std::size_t column) { return column < is_numeric.size() && is_numeric[column]; };
  out += "<div class=\"table\"><table><thead><tr>";
  for (std::size_t k = 0; k < rows[0].size(); ++k) append_cell(out, "th", is_number(k), rows[0][k]);
  out += "</tr></thead><tbody>";
  for (std::size_t i = 1; i < rows.size(); ++i) {
    out += "<tr>";
    for (std::size_t k = 0; k < rows[i].size(); ++k) append_cell(out, "td", is_number(k), rows[i][k]);
    out += "</tr>";
  }
  out += "</tbody></table>";
  if (rows.size() > most_rows_shown) {
    out += fmt::format("<p class=\"note\">the first {} of {} rows</p>", most_rows_shown, all_rows - 1);
  }
  out += "</div>";
}

}  // namespace cloche::rendering
