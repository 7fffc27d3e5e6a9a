#include "rendering/data_table.hpp"

#include <algorithm>
#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/json_tree.hpp"
#include "rendering/mime.hpp"

namespace cloche::rendering {
namespace {

using boost::json::value;

constexpr std::size_t most_rows_shown = 500;
constexpr std::string_view row_id = "_marimo_row_id";

class TableWriter {
 public:
  TableWriter(Page& page, const boost::json::array& rows, const TableDescription& description)
      : page_(page), out_(page.out), rows_(rows), description_(description) {
    shown_ = std::min(rows.size(), most_rows_shown);
    choose_columns();
    judge_columns();
  }

  void write() {
    out_ += "<div class=\"table\"><table><thead><tr>";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      out_ += is_numeric_[i] ? "<th class=\"number\">" : "<th class=\"text\">";
      if (i >= row_headers_) append_text(out_, columns_[i]);
      if (i < row_headers_ && !is_default_index(columns_[i])) append_text(out_, columns_[i]);
      out_ += "</th>";
    }
    out_ += "</tr></thead><tbody>";
    for (std::size_t i = 0; i < shown_; ++i) write_row(i);
    out_ += "</tbody></table>";
    write_note();
    out_ += "</div>";
  }

 private:
  // marimo's name for an index that has none.
  static bool is_default_index(std::string_view name) {
    return name.starts_with("Index") && name.size() <= 7;
  }

  void choose_columns() {
    columns_ = description_.row_headers;
    row_headers_ = columns_.size();
    const auto add = [this](std::string_view name) {
      const bool is_known = std::find(columns_.begin(), columns_.end(), name) != columns_.end();
      if (name != row_id && !is_known && !description_.hidden.contains(name)) columns_.emplace_back(name);
    };
    for (const std::string& name : description_.columns) add(name);
    if (rows_.empty()) return;
    if (!rows_[0].is_object()) {
      columns_.assign(1, "value");
      row_headers_ = 0;
      return;
    }
    for (const auto& member : rows_[0].get_object()) add(member.key());
  }

  const value* cell(std::size_t row, std::size_t column) const {
    const value& item = rows_[row];
    return item.is_object() ? item.get_object().if_contains(columns_[column]) : &item;
  }

  void judge_columns() {
    is_numeric_.assign(columns_.size(), false);
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      bool has_number = false;
      bool has_other = false;
      for (std::size_t row = 0; row < shown_; ++row) {
        const value* item = cell(row, column);
        if (item == nullptr || item->is_null()) continue;
        const bool is_number =
            item->is_number() ||
            (item->is_string() && (item->get_string() == "NaN" || item->get_string() == "Infinity" ||
                                   item->get_string() == "-Infinity"));
        (is_number ? has_number : has_other) = true;
      }
      is_numeric_[column] = has_number && !has_other;
    }
  }

  void write_row(std::size_t row) {
    out_ += description_.chosen.contains(row) ? "<tr class=\"chosen\">" : "<tr>";
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const std::string_view element = column < row_headers_ ? "th" : "td";
      out_.append("<").append(element).append(is_numeric_[column] ? " class=\"number\">"
                                                                  : " class=\"text\">");
      if (const value* item = cell(row, column)) write_value(*item);
      out_.append("</").append(element).append(">");
    }
    out_ += "</tr>";
  }

  void write_value(const value& item) {
    if (item.is_null()) {
      out_ += "<span class=\"faint\">null</span>";
    } else if (!item.is_structured()) {
      append_text(out_, item.is_bool() ? (item.get_bool() ? "True" : "False") : plain_text(item));
    } else if (item.is_object() && !text_member(item.get_object(), "mimetype").empty()) {
      const value* data = item.get_object().if_contains("data");
      if (data != nullptr) append_mime(page_, text_member(item.get_object(), "mimetype"), plain_text(*data));
    } else {
      append_json_tree(page_, item, JsonLeaves::python);
    }
  }

  void write_note() {
    const std::size_t rows = description_.total_rows.value_or(rows_.size());
    const std::size_t columns = description_.total_columns.value_or(columns_.size() - row_headers_);
    const std::string of = shown_ < rows ? fmt::format("{} of {} rows", shown_, rows)
                                         : fmt::format("{} {}", rows, rows == 1 ? "row" : "rows");
    out_ += fmt::format("<p class=\"note\">{}, {} {}</p>", of, columns, columns == 1 ? "column" : "columns");
  }

  Page& page_;
  std::string& out_;
  const boost::json::array& rows_;
  const TableDescription& description_;
  std::size_t shown_ = 0;
  std::vector<std::string> columns_;
  std::size_t row_headers_ = 0;
  std::vector<bool> is_numeric_;
};

}  // namespace

void append_rows(Page& page, const boost::json::array& rows, const TableDescription& description) {
  const DepthGuard frame(page.frame_depth);
  TableWriter(page, rows, description).write();
}

}  // namespace cloche::rendering
