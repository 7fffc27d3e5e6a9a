#include "environment/uv_report.hpp"

#include <boost/json.hpp>

namespace cloche::environment {
namespace {

std::optional<std::string> text_at(const boost::json::value& report, std::string_view pointer) {
  boost::json::error_code error;
  const auto* value = report.find_pointer(pointer, error);
  if (!value || !value->is_string()) return std::nullopt;
  return std::string(value->get_string());
}

}  // namespace

std::optional<UvSyncReport> read_uv_sync_report(std::string_view json) {
  boost::json::error_code error;
  const boost::json::value report = boost::json::parse(json, error);
  if (error) return std::nullopt;
  auto root = text_at(report, "/sync/environment/path");
  auto python = text_at(report, "/sync/environment/python/path");
  if (!root || !python) return std::nullopt;
  return UvSyncReport{std::move(*root), std::move(*python)};
}

}  // namespace cloche::environment
