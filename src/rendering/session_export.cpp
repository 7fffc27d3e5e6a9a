#include "rendering/session_export.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <toml++/toml.h>

#include "rendering/json.hpp"
#include "rendering/json_writer.hpp"
#include "rendering/traceback.hpp"

namespace cloche::rendering {
namespace {

using notebook::Cell;
using notebook::CellStatus;
using notebook::DisplayOutput;
using notebook::ErrorOutput;
using notebook::Notebook;
using notebook::ResultOutput;
using notebook::StreamOutput;

constexpr std::string_view mime_bundle = "application/vnd.marimo+mimebundle";

std::string md5(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_md5(), nullptr);
  std::string result;
  for (unsigned i = 0; i < size; ++i) result += fmt::format("{:02x}", digest[i]);
  return result;
}

boost::json::value to_json(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    boost::json::object object;
    for (const auto& [key, value] : *table) object[std::string_view(key.str())] = to_json(value);
    return object;
  }
  if (const auto* array = node.as_array()) {
    boost::json::array items;
    for (const auto& item : *array) items.push_back(to_json(item));
    return items;
  }
  if (const auto* text = node.as_string()) return boost::json::string(text->get());
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  return nullptr;
}

// marimo's: of the metadata as JSON, compact, keys sorted (as toml++ has them).
std::optional<std::string> script_metadata_hash(const Notebook& notebook) {
  if (!notebook.script_metadata) return std::nullopt;
  try {
    return md5(boost::json::serialize(to_json(toml::parse(*notebook.script_metadata))));
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

std::string marimo_version(const Notebook& notebook) {
  if (notebook.run) {
    for (const auto& [name, version] : notebook.run->packages) {
      if (name == "marimo") return version;
    }
  }
  return notebook.generated_with;
}

bool was_seen(const Notebook& notebook, const Cell& cell) {
  return notebook.run && cell.status != CellStatus::not_run;
}

// A bundle is an object, except that marimo's own formatter for figures makes it a text.
void write_data(JsonWriter& json, const notebook::MimeData& data) {
  json.key(data.type);
  if (data.type == mime_bundle) {
    const auto bundle = parse_json(data.data);
    if (bundle && bundle->is_object() && !bundle->get_object().contains("__metadata__")) {
      json.value(*bundle);
      return;
    }
  }
  json.text(data.data);
}

void write_data_output(JsonWriter& json, const notebook::MimeData& data) {
  json.begin_object();
  json.member("type", "data");
  json.key("data");
  json.begin_object();
  write_data(json, data);
  json.end_object();
  json.end_object();
}

void write_error(JsonWriter& json, const ErrorOutput& error) {
  json.begin_object();
  json.member("type", "error");
  json.member("ename", error.kind);
  json.member("evalue", error.message);
  json.key("traceback");
  if (error.kind == "exception") {
    json.null();
  } else {
    json.begin_array();
    json.end_array();
  }
  json.end_object();
}

void write_outputs(JsonWriter& json, const Cell& cell) {
  json.key("outputs");
  json.begin_array();
  bool has_output = false;
  for (const auto& output : cell.outputs) {
    if (const auto* error = std::get_if<ErrorOutput>(&output)) {
      write_error(json, *error);
      has_output = true;
    } else if (const auto* result = std::get_if<ResultOutput>(&output);
               result != nullptr && !result->data.empty()) {
      write_data_output(json, result->data.front());
      has_output = true;
    }
  }
  if (!has_output && (cell.status == CellStatus::succeeded || cell.status == CellStatus::stopped)) {
    write_data_output(json, {"text/plain", ""});
  }
  json.end_array();
}

void write_stream(JsonWriter& json, std::string_view name, std::string_view text, std::string_view type) {
  json.begin_object();
  json.member("type", "stream");
  json.member("name", name);
  json.member("text", text);
  json.member("mimetype", type);
  json.end_object();
}

void write_console(JsonWriter& json, const Cell& cell) {
  json.key("console");
  json.begin_array();
  for (const auto& output : cell.outputs) {
    if (const auto* stream = std::get_if<StreamOutput>(&output)) {
      const bool is_error = stream->name == notebook::StreamName::standard_error;
      write_stream(json, is_error ? "stderr" : "stdout", stream->text, "text/plain");
    } else if (const auto* display = std::get_if<DisplayOutput>(&output);
               display != nullptr && !display->data.empty()) {
      json.begin_object();
      json.member("type", "streamMedia");
      json.member("name", "media");
      json.member("mimetype", display->data.front().type);
      json.member("data", display->data.front().data);
      json.end_object();
    } else if (const auto* error = std::get_if<ErrorOutput>(&output);
               error != nullptr && !error->traceback.empty()) {
      write_stream(json, "stderr", marimo_traceback_html(error->traceback),
                   "application/vnd.marimo+traceback");
    }
  }
  json.end_array();
}

void write_cell(JsonWriter& json, const Notebook& notebook, const Cell& cell) {
  json.begin_object();
  json.member("id", cell.id);
  json.key("code_hash");
  if (was_seen(notebook, cell) && !cell.source.empty()) {
    json.text(md5(cell.source));
  } else {
    json.null();
  }
  write_outputs(json, cell);
  write_console(json, cell);
  json.end_object();
}

}  // namespace

std::string render_session(const Notebook& notebook) {
  JsonWriter json;
  json.begin_object();
  json.member("version", "1");
  json.key("metadata");
  json.begin_object();
  json.key("marimo_version");
  if (const std::string version = marimo_version(notebook); version.empty()) {
    json.null();
  } else {
    json.text(version);
  }
  json.key("script_metadata_hash");
  if (const auto hash = script_metadata_hash(notebook)) {
    json.text(*hash);
  } else {
    json.null();
  }
  json.end_object();
  json.key("cells");
  json.begin_array();
  for (const Cell& cell : notebook.cells) write_cell(json, notebook, cell);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace cloche::rendering
