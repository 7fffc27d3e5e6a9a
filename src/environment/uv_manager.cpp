#include "environment/uv_manager.hpp"

#include <algorithm>
#include <filesystem>

#include "environment/activation.hpp"
#include "environment/marimo_need.hpp"
#include "environment/overlay.hpp"
#include "environment/plan.hpp"
#include "environment/program_search.hpp"
#include "environment/uv_failure.hpp"
#include "environment/uv_plans.hpp"
#include "environment/uv_report.hpp"

namespace cloche::environment {
namespace {

/// --python for uv, which runs in the notebook's folder: a relative path was meant from here.
std::string python_for_uv(const std::string& python) {
  if (python.find('/') == std::string::npos) return python;
  std::error_code error;
  return std::filesystem::absolute(python, error).lexically_normal().string();
}

UvSyncReport sync(const std::string& uv, const Request& request) {
  const Plan plan = uv_sync_script(uv, request.notebook_path, python_for_uv(request.python));
  const process::Result result = run_plan(plan, request);
  const std::string what = "cannot prepare an environment for `" + request.shown_path + "`";
  if (!process::succeeded(result.outcome)) {
    throw uv_error(what, result.standard_error, process::describe(result.outcome));
  }
  auto report = read_uv_sync_report(result.standard_output);
  if (!report) throw PrepareError(what + ": `" + uv + "` did not say where it is", "update uv");
  return std::move(*report);
}

bool has_marimo(const std::string& root) {
  const auto packages = installed_packages(root);
  return std::any_of(packages.begin(), packages.end(),
                     [](const std::string& package) { return package.starts_with("marimo=="); });
}

}  // namespace

std::string UvManager::find() {
  if (const std::string named = variable("UV"); !named.empty()) {
    if (std::string found = find_program(named, variable("PATH")); !found.empty()) return found;
  }
  return find_program("uv", variable("PATH"));
}

Environment UvManager::prepare(const Request& request, const std::optional<ScriptMetadata>& metadata) {
  const bool needs_marimo = request.wants_marimo || mentions_marimo(*request.notebook);
  if (!metadata) return prepare_isolated(request, needs_marimo);

  const UvSyncReport report = sync(uv_, request);
  Environment result;
  result.manager = "uv";
  result.root = report.root;
  result.python = report.python;
  result.variables = activate({report.root});
  if (needs_marimo && !has_marimo(report.root)) {
    Overlay overlay;
    overlay.base_root = report.root;
    overlay.python = report.python;
    overlay.marimo_version = request.notebook->generated_with;
    const std::string root = prepare_overlay(uv_, overlay, request);
    result.python = root + "/bin/python";
    result.variables = activate({root, report.root});
  }
  return result;
}

Environment UvManager::prepare_isolated(const Request& request, bool with_marimo) {
  Overlay overlay;
  overlay.python = python_for_uv(request.python);
  overlay.marimo_version = request.notebook->generated_with;
  overlay.with_marimo = with_marimo;
  Environment result;
  result.manager = "uv";
  result.root = prepare_overlay(uv_, overlay, request);
  result.python = result.root + "/bin/python";
  result.variables = activate({result.root});
  return result;
}

}  // namespace cloche::environment
