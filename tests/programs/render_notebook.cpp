// render_notebook [--session]: reads a notebook with its outputs as JSON on stdin, writes its page (or
// session snapshot) on stdout. tests/rendering/sample.json shows the form.
#include <cstring>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "notebook/notebook.hpp"
#include "rendering/html.hpp"
#include "rendering/session_export.hpp"

namespace {

namespace json = boost::json;
using namespace cloche::notebook;

std::string text(const json::object& object, std::string_view name, std::string_view otherwise = {}) {
  const json::value* value = object.if_contains(name);
  return std::string(value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                            : otherwise);
}

bool flag(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

std::chrono::nanoseconds seconds(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  const double count = value != nullptr && value->is_number() ? value->to_number<double>() : 0;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(count));
}

template <typename Value>
Value named(const std::map<std::string_view, Value>& names, const std::string& name) {
  return names.at(name);
}

CellKind kind(const std::string& name) {
  return named<CellKind>({{"code", CellKind::code},
                          {"markdown", CellKind::markdown},
                          {"raw", CellKind::raw},
                          {"sql", CellKind::sql},
                          {"setup", CellKind::setup},
                          {"function", CellKind::function},
                          {"class", CellKind::class_definition},
                          {"unparsable", CellKind::unparsable}},
                         name);
}

CellStatus status(const std::string& name) {
  return named<CellStatus>({{"not_run", CellStatus::not_run},
                            {"succeeded", CellStatus::succeeded},
                            {"failed", CellStatus::failed},
                            {"stopped", CellStatus::stopped},
                            {"prevented", CellStatus::prevented},
                            {"disabled", CellStatus::disabled},
                            {"timed_out", CellStatus::timed_out},
                            {"interrupted", CellStatus::interrupted}},
                           name);
}

MimeBundle bundle(const json::value& pairs) {
  MimeBundle result;
  for (const json::value& pair : pairs.as_array()) {
    const json::value& data = pair.at(1);
    result.push_back({json::value_to<std::string>(pair.at(0)),
                      data.is_string() ? json::value_to<std::string>(data) : json::serialize(data)});
  }
  return result;
}

Output output(const json::object& object) {
  const json::value* metadata = object.if_contains("metadata");
  const std::string metadata_text = metadata == nullptr ? std::string() : json::serialize(*metadata);
  if (object.contains("stream")) {
    const bool is_error = text(object, "stream") == "stderr";
    return StreamOutput{is_error ? StreamName::standard_error : StreamName::standard_output,
                        text(object, "text")};
  }
  if (const json::value* display = object.if_contains("display"))
    return DisplayOutput{bundle(*display), metadata_text};
  if (const json::value* result = object.if_contains("result"))
    return ResultOutput{bundle(*result), metadata_text};
  const json::object& error = object.at("error").as_object();
  const json::value* line = error.if_contains("line");
  return ErrorOutput{text(error, "kind", "exception"), text(error, "name"), text(error, "message"),
                     text(error, "traceback"), line == nullptr ? 0 : json::value_to<std::size_t>(*line)};
}

Cell cell(const json::object& object) {
  Cell result;
  result.id = text(object, "id");
  result.kind = kind(text(object, "kind", "code"));
  result.name = text(object, "name", "_");
  result.source = text(object, "source");
  result.status = status(text(object, "status", "succeeded"));
  result.duration = seconds(object, "duration");
  result.options.hide_code = flag(object, "hide_code");
  result.options.disabled = flag(object, "disabled");
  if (const json::value* column = object.if_contains("column"))
    result.options.column = json::value_to<int>(*column);
  if (const json::value* metadata = object.if_contains("metadata"))
    result.metadata = json::serialize(*metadata);
  if (const json::value* outputs = object.if_contains("outputs")) {
    for (const json::value& item : outputs->as_array()) result.outputs.push_back(output(item.as_object()));
  }
  return result;
}

RunRecord run(const json::object& object) {
  RunRecord result;
  result.started = std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(seconds(object, "started")));
  result.duration = seconds(object, "duration");
  result.language_version = text(object, "language_version");
  result.ended_early = text(object, "ended_early");
  if (const json::value* packages = object.if_contains("packages")) {
    for (const json::value& pair : packages->as_array()) {
      result.packages.emplace_back(json::value_to<std::string>(pair.at(0)),
                                   json::value_to<std::string>(pair.at(1)));
    }
  }
  return result;
}

Notebook notebook(const json::object& object) {
  Notebook result;
  result.language = text(object, "language", "python");
  result.generated_with = text(object, "generated_with");
  if (object.contains("script_metadata")) result.script_metadata = text(object, "script_metadata");
  if (const json::value* options = object.if_contains("options")) {
    for (const auto& member : options->as_object()) {
      result.options.emplace_back(std::string_view(member.key()), json::serialize(member.value()));
    }
  }
  if (const json::value* record = object.if_contains("run")) result.run = run(record->as_object());
  for (const json::value& item : object.at("cells").as_array())
    result.cells.push_back(cell(item.as_object()));
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string input((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  json::parse_options options;
  options.allow_invalid_utf8 = true;
  const json::value parsed = json::parse(input, {}, options);
  const json::object& object = parsed.as_object();
  if (argc > 1 && std::strcmp(argv[1], "--session") == 0) {
    std::cout << cloche::rendering::render_session(notebook(object));
    return 0;
  }
  cloche::rendering::HtmlOptions page;
  page.file_name = text(object, "file_name");
  page.include_code = !object.contains("include_code") || flag(object, "include_code");
  std::cout << cloche::rendering::render_html(notebook(object), page);
}
