#include "environment/program_search.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace cloche::environment {
namespace {

/// Without resolving links: a virtual environment's python is a link, and must be called by its own name.
std::string absolute(const std::string& path) {
  std::error_code error;
  const auto result = std::filesystem::absolute(path, error);
  return error ? path : result.lexically_normal().string();
}

}  // namespace

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string find_program(std::string_view name, std::string_view search_path) {
  if (name.empty()) return {};
  if (name.find('/') != std::string_view::npos) {
    const std::string path(name);
    return is_executable_file(path) ? absolute(path) : std::string();
  }
  while (true) {
    const auto colon = search_path.find(':');
    const std::string_view folder = search_path.substr(0, colon);
    const std::string path = (folder.empty() ? "." : std::string(folder)) + "/" + std::string(name);
    if (is_executable_file(path)) return absolute(path);
    if (colon == std::string_view::npos) return {};
    search_path.remove_prefix(colon + 1);
  }
}

}  // namespace cloche::environment
