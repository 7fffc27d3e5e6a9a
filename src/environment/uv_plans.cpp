#include "environment/uv_plans.hpp"

#include <filesystem>

#include "environment/activation.hpp"

namespace cloche::environment {
namespace {

Plan uv_plan(std::vector<std::string> argv) {
  Plan plan;
  plan.argv = std::move(argv);
  plan.argv.insert(plan.argv.end(), {"--color", "never", "--no-progress"});
  plan.removed_variables = foreign_environment_variables;
  return plan;
}

}  // namespace

Plan uv_sync_script(const std::string& uv, const std::string& notebook_path, const std::string& python) {
  Plan plan = uv_plan({uv, "sync", "--script", notebook_path, "--output-format", "json"});
  if (!python.empty()) plan.argv.insert(plan.argv.end(), {"--python", python});
  // A file of settings (uv.toml) beside the notebook counts, as it does for uv itself.
  plan.working_directory = std::filesystem::path(notebook_path).parent_path().string();
  return plan;
}

Plan uv_make_environment(const std::string& uv, const std::string& root, const std::string& python) {
  Plan plan = uv_plan({uv, "venv", "--no-project", root});
  if (!python.empty()) plan.argv.insert(plan.argv.end(), {"--python", python});
  return plan;
}

Plan uv_install(const std::string& uv, const std::string& root, const std::string& requirement,
                const std::string& constraints) {
  Plan plan = uv_plan({uv, "pip", "install", "--python", root + "/bin/python", requirement});
  if (!constraints.empty()) plan.argv.insert(plan.argv.end(), {"--constraints", constraints});
  return plan;
}

}  // namespace cloche::environment
