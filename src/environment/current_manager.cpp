#include "environment/current_manager.hpp"

#include <filesystem>
#include <variant>

#include "environment/activation.hpp"
#include "environment/plan.hpp"
#include "environment/program_search.hpp"
#include "environment/pyenv_shim.hpp"
#include "environment/version_specifier.hpp"

namespace cloche::environment {
namespace {

std::string current_folder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

std::string named_interpreter(const std::string& named) {
  std::error_code error;
  if (std::filesystem::is_directory(named, error)) {
    const std::string inside = find_program(named + "/bin/python", {});
    if (!inside.empty()) return inside;
    throw PrepareError("cannot use `" + named + "` as Python: is a folder without bin/python");
  }
  std::string found = find_program(named, variable("PATH"));
  if (!found.empty()) return found;
  const bool is_path = named.find('/') != std::string::npos;
  const bool exists = is_path && std::filesystem::exists(named, error);
  throw PrepareError("cannot use `" + named + "` as Python: " +
                     (exists    ? "is not an executable file"
                      : is_path ? "no such file"
                                : "no such program on PATH"));
}

std::string found_interpreter() {
  for (const char* root : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string folder = variable(root); !folder.empty()) {
      if (std::string python = find_program(folder + "/bin/python", {}); !python.empty()) return python;
    }
  }
  for (const char* name : {"python3", "python"}) {
    if (std::string python = find_program(name, variable("PATH")); !python.empty()) return python;
  }
  throw PrepareError("cannot find Python: there is no `python3` on PATH", "name one with --python");
}

/// The root of the virtual environment that `python` belongs to, or empty.
std::string virtual_environment_of(const std::string& python) {
  const std::filesystem::path root = std::filesystem::path(python).parent_path().parent_path();
  std::error_code error;
  return std::filesystem::exists(root / "pyvenv.cfg", error) ? root.string() : std::string();
}

void check_version(const std::string& python, const ScriptMetadata& metadata, const Request& request) {
  const Plan plan{
      {python, "-I", "-c", "import platform; print(platform.python_version(), end='')"}, {}, {}, {}};
  const process::Result result = run_plan(plan, request);
  if (!process::succeeded(result.outcome)) {
    throw PrepareError("cannot run `" + python + "`: " + process::describe(result.outcome));
  }
  const auto satisfied = satisfies(result.standard_output, *metadata.requires_python);
  const std::string line = "line " + std::to_string(metadata.requires_python_line);
  if (!satisfied) {
    throw PrepareError("cannot read the script metadata of `" + request.shown_path + "`: " + line + ": `" +
                       *metadata.requires_python + "` is no list of Python versions");
  }
  if (!*satisfied) {
    throw PrepareError("cannot run `" + request.shown_path + "` with `" + python + "`, which is Python " +
                           result.standard_output + ": " + line + " requires " + *metadata.requires_python,
                       "name another interpreter with --python, or let uv find one with --sandbox");
  }
}

}  // namespace

std::string find_interpreter(const std::string& named) {
  return resolve_pyenv_shim(named.empty() ? found_interpreter() : named_interpreter(named), current_folder());
}

Environment CurrentManager::prepare(const Request& request, const std::optional<ScriptMetadata>& metadata) {
  Environment result;
  result.manager = "current";
  result.python = find_interpreter(request.python);
  if (metadata && metadata->requires_python) check_version(result.python, *metadata, request);
  const std::string root = virtual_environment_of(result.python);
  if (!root.empty()) {
    result.variables = activate({root});
  } else {
    result.variables.removed = foreign_environment_variables;
  }
  return result;
}

}  // namespace cloche::environment
