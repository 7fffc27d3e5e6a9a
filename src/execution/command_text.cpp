#include "execution/command_text.hpp"

#include <array>

#include <boost/json/serializer.hpp>
#include <fmt/format.h>

namespace cloche::execution {
namespace {

using notebook::CellKind;

void append_text(std::string& json, std::string_view text) {
  boost::json::serializer serializer;
  serializer.reset(boost::json::string_view(text.data(), text.size()));
  std::array<char, 4096> buffer;
  while (!serializer.done()) {
    const boost::json::string_view part = serializer.read(buffer.data(), buffer.size());
    json.append(part.data(), part.size());
  }
}

void append_field(std::string& json, std::string_view name, std::string_view text) {
  append_text(json, name);
  json.push_back(':');
  append_text(json, text);
  json.push_back(',');
}

void append_field(std::string& json, std::string_view name, const std::vector<std::string>& texts) {
  append_text(json, name);
  json.append(":[");
  for (const std::string& text : texts) {
    if (&text != texts.data()) json.push_back(',');
    append_text(json, text);
  }
  json.append("],");
}

std::string_view name_of(CellKind kind) {
  switch (kind) {
    case CellKind::code:
      return "code";
    case CellKind::markdown:
      return "markdown";
    case CellKind::raw:
      return "raw";
    case CellKind::sql:
      return "sql";
    case CellKind::setup:
      return "setup";
    case CellKind::function:
      return "function";
    case CellKind::class_definition:
      return "class";
    case CellKind::unparsable:
      return "unparsable";
  }
  return "code";
}

void append_cell(std::string& json, const notebook::Cell& cell, const notebook::CellAnalysis& analysis) {
  json.push_back('{');
  append_field(json, "id", cell.id);
  append_field(json, "name", cell.name);
  append_field(json, "kind", name_of(cell.kind));
  append_field(json, "source", cell.source);
  append_field(json, "definitions", analysis.definitions);
  append_field(json, "references", analysis.references);
  append_field(json, "private", analysis.private_names);
  json.append(fmt::format("\"line\":{}}}", cell.line));
}

}  // namespace

std::string open_command(const notebook::Notebook& notebook, const Request& request,
                         std::string_view marker) {
  std::string json = "{\"open\":{";
  append_field(json, "path", request.notebook_path);
  append_field(json, "arguments", request.arguments);
  append_field(json, "representations", request.representations == Representations::page ? "page" : "marimo");
  append_field(json, "marker", marker);
  json.append("\"cells\":[");
  for (std::size_t at = 0; at < notebook.cells.size(); ++at) {
    if (at > 0) json.push_back(',');
    append_cell(json, notebook.cells[at], request.graph->cells[at]);
  }
  json.append("]}}\n");
  return json;
}

std::string run_command(std::string_view cell_id) {
  std::string json = "{\"run\":";
  append_text(json, cell_id);
  json.append("}\n");
  return json;
}

}  // namespace cloche::execution
