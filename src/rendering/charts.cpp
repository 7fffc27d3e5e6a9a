#include "rendering/charts.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/value.hpp>
#include <fmt/format.h>

#include "rendering/data_table.hpp"
#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/notes.hpp"

namespace cloche::rendering {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

constexpr std::size_t most_series = 30;

struct Description {
  std::string title;
  std::string marks;
  std::vector<std::pair<std::string, std::string>> axes;
  const array* rows = nullptr;
};

// A text, or an object with a text: both are titles, for both grammars.
std::string title_of(const object& parent) {
  const value* title = parent.if_contains("title");
  if (title == nullptr) return {};
  if (title->is_string()) return std::string(std::string_view(title->get_string()));
  return title->is_object() ? std::string(text_member(title->get_object(), "text")) : std::string();
}

void describe_encoding(const object& view, Description& description) {
  const value* encoding = view.if_contains("encoding");
  if (encoding == nullptr || !encoding->is_object()) return;
  for (const auto& channel : encoding->get_object()) {
    if (!channel.value().is_object()) continue;
    const object& definition = channel.value().get_object();
    std::string field(text_member(definition, "field"));
    const std::string_view aggregate = text_member(definition, "aggregate");
    if (!aggregate.empty()) field = fmt::format("{}({})", aggregate, field);
    if (!field.empty()) description.axes.emplace_back(std::string_view(channel.key()), field);
  }
}

std::string_view mark_of(const object& view) {
  const value* mark = view.if_contains("mark");
  if (mark == nullptr) return {};
  return mark->is_object()   ? text_member(mark->get_object(), "type")
         : mark->is_string() ? std::string_view(mark->get_string())
                             : std::string_view();
}

void describe_view(const object& view, Description& description, int depth) {
  if (const std::string_view mark = mark_of(view);
      !mark.empty() && description.marks.find(mark) == std::string::npos) {
    if (!description.marks.empty()) description.marks += ", ";
    description.marks += mark;
  }
  if (description.axes.empty()) describe_encoding(view, description);
  if (description.title.empty()) description.title = title_of(view);
  if (depth == 0) return;
  for (const std::string_view parts : {"layer", "hconcat", "vconcat", "concat"}) {
    const value* views = view.if_contains(parts);
    if (views == nullptr || !views->is_array()) continue;
    for (const value& part : views->get_array()) {
      if (part.is_object()) describe_view(part.get_object(), description, depth - 1);
    }
  }
}

const array* vega_rows(const object& specification) {
  if (const value* data = specification.if_contains("data"); data != nullptr && data->is_object()) {
    const value* values = data->get_object().if_contains("values");
    if (values != nullptr && values->is_array()) return &values->get_array();
  }
  if (const value* sets = specification.if_contains("datasets"); sets != nullptr && sets->is_object()) {
    for (const auto& set : sets->get_object()) {
      if (set.value().is_array()) return &set.value().get_array();
    }
  }
  return nullptr;
}

void append_description(std::string& out, const Description& description) {
  out += "<p><strong>";
  append_text(out, description.title.empty() ? "A chart" : description.title);
  out += "</strong>";
  if (!description.marks.empty()) {
    out += " — ";
    append_text(out, description.marks);
  }
  for (const auto& [channel, field] : description.axes) {
    out += ", ";
    append_text(out, channel);
    out += ": <code>";
    append_text(out, field);
    out += "</code>";
  }
  out += "</p><p class=\"note\">An interactive chart: a script would draw it, and this page runs none.</p>";
}

// Plotly's traces, by kind and name.
void append_plotly(Page& page, const array& traces, const object& specification) {
  Description description;
  if (const value* layout = specification.if_contains("layout"); layout != nullptr && layout->is_object()) {
    description.title = title_of(layout->get_object());
    for (const std::string_view axis : {"xaxis", "yaxis"}) {
      const value* definition = layout->get_object().if_contains(axis);
      if (definition == nullptr || !definition->is_object()) continue;
      std::string title = title_of(definition->get_object());
      if (!title.empty()) description.axes.emplace_back(axis.substr(0, 1), std::move(title));
    }
  }
  std::string names;
  std::size_t count = 0;
  for (const value& trace : traces) {
    if (!trace.is_object() || count == most_series) continue;
    const std::string_view kind = text_member(trace.get_object(), "type");
    if (!kind.empty() && description.marks.find(kind) == std::string::npos) {
      if (!description.marks.empty()) description.marks += ", ";
      description.marks += kind;
    }
    const std::string_view name = text_member(trace.get_object(), "name");
    if (!name.empty()) names.append(names.empty() ? "" : ", ").append(name);
    ++count;
  }
  append_description(page.out, description);
  if (!names.empty()) {
    page.out += "<p>Series: ";
    append_text(page.out, names);
    page.out += "</p>";
  }
}

}  // namespace

void append_chart(Page& page, std::string_view specification) {
  std::string& out = page.out;
  out += "<div class=\"box chart\">";
  const auto parsed = parse_json(specification);
  if (parsed && parsed->is_object()) {
    const object& root = parsed->get_object();
    const value* data = root.if_contains("data");
    if (data != nullptr && data->is_array() && root.if_contains("$schema") == nullptr) {
      append_plotly(page, data->get_array(), root);
    } else {
      Description description;
      describe_view(root, description, 4);
      description.rows = vega_rows(root);
      append_description(out, description);
      if (description.rows != nullptr && !description.rows->empty()) {
        out += fmt::format("<details><summary>data, {} rows</summary>", description.rows->size());
        append_rows(page, *description.rows, {});
        out += "</details>";
      }
    }
  } else {
    append_description(out, {});
  }
  append_folded(out, "specification", specification);
  out += "</div>";
}

}  // namespace cloche::rendering
