// dump_notebook [--cells] FILE: prints what read_marimo and analyze make of a file, as JSON. With --cells,
// FILE is a JSON list of texts, each of which is analyzed as a cell of one notebook.

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "notebook/cell_ids.hpp"
#include "notebook/graph.hpp"
#include "notebook/read.hpp"

namespace json = boost::json;
using namespace cloche::notebook;

namespace {

const char* kind_name(CellKind kind) {
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
  return "";
}

json::array dump_cells(const Notebook& notebook, const Graph& graph) {
  json::array cells;
  for (std::size_t i = 0; i < notebook.cells.size(); ++i) {
    const Cell& cell = notebook.cells[i];
    const CellAnalysis& names = graph.cells[i];
    json::array errors;
    for (const ErrorOutput& error : graph.errors[i]) {
      errors.push_back({{"kind", error.kind}, {"message", error.message}, {"line", error.line}});
    }
    cells.push_back({{"id", cell.id},
                     {"kind", kind_name(cell.kind)},
                     {"name", cell.name},
                     {"source", cell.source},
                     {"line", cell.line},
                     {"column", cell.options.column ? json::value(*cell.options.column) : json::value()},
                     {"disabled", cell.options.disabled},
                     {"hide_code", cell.options.hide_code},
                     {"definitions", json::value_from(names.definitions)},
                     {"references", json::value_from(names.references)},
                     {"deletions", json::value_from(names.deletions)},
                     {"private", json::value_from(names.private_names)},
                     {"parents", json::value_from(graph.parents[i])},
                     {"children", json::value_from(graph.children[i])},
                     {"errors", std::move(errors)}});
  }
  return cells;
}

Notebook notebook_of_cells(const std::string& text) {
  Notebook notebook;
  CellIds ids;
  const json::value sources = json::parse(text);
  for (const json::value& source : sources.as_array()) {
    Cell cell;
    cell.id = ids.next();
    cell.source = std::string_view(source.as_string());
    notebook.cells.push_back(std::move(cell));
  }
  return notebook;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool only_cells = arguments.size() == 2 && arguments[0] == "--cells";
  if (arguments.size() != 1 && !only_cells) return 2;
  std::ifstream file(arguments.back(), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    const Notebook notebook = only_cells ? notebook_of_cells(text) : read_marimo(text);
    const Graph graph = analyze(notebook);
    json::object options;
    for (const auto& [name, value] : notebook.options) options[name] = json::parse(value);
    json::array warnings;
    for (const Warning& warning : notebook.warnings) {
      warnings.push_back({{"line", warning.line}, {"column", warning.column}, {"message", warning.message}});
    }
    std::cout << json::serialize(json::object{{"header", notebook.header},
                                              {"generated_with", notebook.generated_with},
                                              {"options", std::move(options)},
                                              {"warnings", std::move(warnings)},
                                              {"cells", dump_cells(notebook, graph)},
                                              {"order", json::value_from(graph.order)}});
  } catch (const ReadError& error) {
    std::cout << json::serialize(
        json::object{{"error", error.what()}, {"line", error.line()}, {"column", error.column()}});
  }
}
