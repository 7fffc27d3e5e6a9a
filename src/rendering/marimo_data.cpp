// marimo's elements that show data: tables, trees, charts, other values.
#include <array>
#include <string>
#include <utility>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "rendering/charts.hpp"
#include "rendering/csv.hpp"
#include "rendering/data_table.hpp"
#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/json_tree.hpp"
#include "rendering/marimo_elements.hpp"
#include "rendering/mime.hpp"
#include "rendering/notes.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

using boost::json::value;

// The first item of each pair in a list of pairs ([["a", ["integer", "int64"]], …]), or the item itself.
std::vector<std::string> first_names(const value& list) {
  std::vector<std::string> names;
  if (!list.is_array()) return names;
  for (const value& item : list.get_array()) {
    if (item.is_string()) {
      names.emplace_back(std::string_view(item.get_string()));
    } else if (item.is_array() && !item.get_array().empty() && item.get_array()[0].is_string()) {
      names.emplace_back(std::string_view(item.get_array()[0].get_string()));
    }
  }
  return names;
}

std::optional<std::size_t> count(const MarimoElement& element, std::string_view name) {
  const auto number = element.number(name);
  if (!number || *number < 0 || *number > 1e15) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

void write_rows_elsewhere(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"box\"><p>A table";
  if (const auto rows = count(element, "total-rows")) out += fmt::format(" of {} rows", *rows);
  if (const auto columns = count(element, "total-columns")) out += fmt::format(" and {} columns", *columns);
  out += ", whose data are not part of the export.</p></div>";
}

void write_table(const MarimoElement& element) {
  element.write_label();
  value data = element.json("data");
  if (data.is_string()) {
    const std::string_view text = data.get_string();
    const auto content = data_url_content(text);
    auto rows = parse_json(content ? std::string_view(*content) : text);
    if (content && !rows) {
      append_csv(element.out(), *content);
      return;
    }
    data = rows ? std::move(*rows) : value(nullptr);
  }
  if (!data.is_array()) {
    write_rows_elsewhere(element);
    return;
  }
  TableDescription description;
  description.row_headers = first_names(element.json("row-headers"));
  description.total_rows = count(element, "total-rows");
  description.total_columns = count(element, "total-columns");
  for (std::string& name : first_names(element.json("hidden-columns")))
    description.hidden.insert(std::move(name));
  const value chosen = element.json("initial-value");
  if (chosen.is_array()) {
    for (const value& row : chosen.get_array()) {
      if (row.is_int64() && row.get_int64() >= 0)
        description.chosen.insert(static_cast<std::size_t>(row.get_int64()));
    }
  }
  append_rows(element.page(), data.get_array(), description);
}

// Editors and explorers carry their data as CSV.
void write_csv_data(const MarimoElement& element) {
  element.write_label();
  const value data = element.json("data");
  if (data.is_array()) {
    append_rows(element.page(), data.get_array(), {});
    return;
  }
  const auto content =
      data.is_string() ? data_url_content(std::string_view(data.get_string())) : std::nullopt;
  if (content) {
    append_csv(element.out(), *content);
  } else {
    write_rows_elsewhere(element);
  }
}

// The transformer of data frames has only the columns; its result is made when somebody looks.
void write_dataframe(const MarimoElement& element) {
  std::string& out = element.out();
  element.write_label();
  out += "<div class=\"box\"><p>Data frame";
  if (const std::string name = element.text("dataframe-name"); !name.empty()) {
    out += " <code>";
    element.write_text(name);
    out += "</code>";
  }
  if (const auto rows = count(element, "total")) out += fmt::format(", {} rows", *rows);
  out += "</p><p>Columns: ";
  bool is_first = true;
  for (const std::string& name : first_names(element.json("columns"))) {
    if (!is_first) out += ", ";
    is_first = false;
    out += "<code>";
    element.write_text(name);
    out += "</code>";
  }
  out += "</p></div>";
}

void write_tree(const MarimoElement& element) {
  const bool is_python = element.text("value-types") != "json";
  append_json_tree(element.page(), element.json("json-data"),
                   is_python ? JsonLeaves::python : JsonLeaves::plain, element.text("name"));
}

void write_chart(const MarimoElement& element) {
  element.write_label();
  const value figure = element.json(element.name() == "marimo-plotly" ? "figure" : "spec");
  append_chart(element.page(), figure.is_string() ? std::string(std::string_view(figure.get_string()))
                                                  : boost::json::serialize(figure));
}

void write_matplotlib(const MarimoElement& element) {
  element.write_label();
  const std::string url = element.text("chart-base64");
  if (url_kind(url) != UrlKind::embedded) {
    append_absent(element.out(), "figure", url, {});
    return;
  }
  element.out() += "<img alt=\"figure\" src=\"";
  append_attribute(element.out(), url);
  element.out() += "\">";
}

void write_mime(const MarimoElement& element) {
  const value data = element.json("data");
  append_mime(element.page(), element.text("mime"), plain_text(data));
}

using Write = void (*)(const MarimoElement&);

constexpr std::array<std::pair<std::string_view, Write>, 9> elements = {{
    {"marimo-table", write_table},
    {"marimo-json-output", write_tree},
    {"marimo-mime-renderer", write_mime},
    {"marimo-plotly", write_chart},
    {"marimo-vega", write_chart},
    {"marimo-matplotlib", write_matplotlib},
    {"marimo-dataframe", write_dataframe},
    {"marimo-data-editor", write_csv_data},
    {"marimo-data-explorer", write_csv_data},
}};

}  // namespace

bool write_marimo_data(const MarimoElement& element) {
  for (const auto& [name, write] : elements) {
    if (name != element.name()) continue;
    write(element);
    return true;
  }
  return false;
}

}  // namespace cloche::rendering
