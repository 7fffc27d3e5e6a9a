#include "environment/activation.hpp"

#include "environment/program_search.hpp"

namespace cloche::environment {

const std::vector<std::string> foreign_environment_variables = {"VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT"};

process::Environment activate(const std::vector<std::string>& roots) {
  std::string path;
  for (const std::string& root : roots) path += root + "/bin:";
  path += variable("PATH");
  if (path.ends_with(':')) path.pop_back();

  process::Environment result;
  // PYTHONHOME would make the interpreter look for its standard library elsewhere.
  result.removed = {"PYTHONHOME", "UV_PROJECT_ENVIRONMENT"};
  result.set = {{"VIRTUAL_ENV", roots.front()}, {"PATH", path}};
  return result;
}

}  // namespace cloche::environment
