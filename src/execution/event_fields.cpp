#include "execution/event_fields.hpp"

#include <cmath>
#include <stdexcept>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

namespace cloche::execution {
namespace {

namespace json = boost::json;

/// Internal to this file: becomes a MalformedEvent.
class WrongField : public std::runtime_error {
 public:
  WrongField(std::string_view name, std::string_view expected)
      : std::runtime_error(fmt::format("\"{}\" is not {}", name, expected)) {}
};

std::string to_string(const json::string& text) {
  return std::string(text.data(), text.size());
}

const json::value* find(const json::object& fields, std::string_view name) {
  const json::value* value = fields.if_contains(json::string_view(name.data(), name.size()));
  return value && !value->is_null() ? value : nullptr;
}

std::string text(const json::object& fields, std::string_view name) {
  const json::value* value = find(fields, name);
  if (!value || !value->is_string()) throw WrongField(name, "a text");
  return to_string(value->get_string());
}

std::string text_or_empty(const json::object& fields, std::string_view name) {
  return find(fields, name) ? text(fields, name) : std::string();
}

std::optional<std::uint64_t> natural_number(const json::object& fields, std::string_view name) {
  const json::value* value = find(fields, name);
  if (!value) return std::nullopt;
  if (value->is_int64() && value->get_int64() >= 0) return static_cast<std::uint64_t>(value->get_int64());
  if (value->is_uint64()) return value->get_uint64();
  throw WrongField(name, "a natural number");
}

std::chrono::nanoseconds seconds(const json::object& fields, std::string_view name) {
  const json::value* value = find(fields, name);
  if (!value) return {};
  if (!value->is_number()) throw WrongField(name, "a number of seconds");
  const double seconds = value->to_number<double>();
  constexpr double longest = 1e9;  // what nanoseconds can hold, with room
  if (!(seconds >= 0 && seconds < longest)) throw WrongField(name, "a number of seconds");
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::string metadata(const json::object& fields) {
  const json::value* value = find(fields, "metadata");
  if (!value) return {};
  if (!value->is_object()) throw WrongField("metadata", "an object");
  return value->get_object().empty() ? std::string() : json::serialize(*value);
}

notebook::ErrorOutput error_of(const json::object& fields) {
  const json::value* value = find(fields, "error");
  if (!value || !value->is_object()) throw WrongField("error", "an object");
  const json::object& described = value->get_object();
  notebook::ErrorOutput error;
  error.kind = text(described, "kind");
  error.name = text_or_empty(described, "name");
  error.message = text_or_empty(described, "message");
  error.traceback = text_or_empty(described, "traceback");
  error.line = natural_number(described, "line").value_or(0);
  return error;
}

Finished::Status status_of(const json::object& fields) {
  const std::string status = text(fields, "status");
  if (status == "succeeded") return Finished::Status::succeeded;
  if (status == "failed") return Finished::Status::failed;
  if (status == "stopped") return Finished::Status::stopped;
  throw WrongField("status", "a known status");
}

Finished finished_of(const json::object& fields, notebook::MimeBundle data) {
  Finished finished;
  finished.cell_id = text(fields, "cell");
  finished.status = status_of(fields);
  finished.result = {std::move(data), metadata(fields)};
  if (finished.status == Finished::Status::failed) finished.error = error_of(fields);
  finished.duration = seconds(fields, "duration");
  finished.marker = natural_number(fields, "marker");
  return finished;
}

Packages packages_of(const json::object& fields) {
  const json::value* value = find(fields, "packages");
  if (!value || !value->is_array()) throw WrongField("packages", "a list");
  Packages packages;
  for (const json::value& entry : value->get_array()) {
    const json::array* pair = entry.if_array();
    if (!pair || pair->size() != 2 || !pair->at(0).is_string() || !pair->at(1).is_string()) {
      throw WrongField("packages", "a list of names and versions");
    }
    packages.packages.emplace_back(to_string(pair->at(0).get_string()), to_string(pair->at(1).get_string()));
  }
  return packages;
}

}  // namespace

Event event_of(const json::object& fields, notebook::MimeBundle data) try {
  const std::string kind = text(fields, "event");
  if (kind == "ready") return Ready{text(fields, "python")};
  if (kind == "output") {
    return Displayed{
        text(fields, "cell"), {std::move(data), metadata(fields)}, natural_number(fields, "marker")};
  }
  if (kind == "finished") return finished_of(fields, std::move(data));
  if (kind == "packages") return packages_of(fields);
  throw WrongField("event", "a known event");
} catch (const WrongField& wrong) {
  return MalformedEvent{wrong.what()};
}

}  // namespace cloche::execution
