#include "environment/pyenv_shim.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

#include "environment/program_search.hpp"

namespace cloche::environment {
namespace {

namespace fs = std::filesystem;

/// The only word of a version file; none when it has several, or comments, or is not there.
std::optional<std::string> only_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  std::string further;
  if (!(stream >> word) || stream >> further || word.starts_with('#')) return std::nullopt;
  return word;
}

std::optional<std::string> chosen_version(const fs::path& root, fs::path folder) {
  if (const std::string from_shell = variable("PYENV_VERSION"); !from_shell.empty()) return from_shell;
  std::error_code error;
  for (;; folder = folder.parent_path()) {
    const fs::path file = folder / ".python-version";
    if (fs::exists(file, error)) return only_word(file);
    if (folder == folder.parent_path()) break;
  }
  return only_word(root / "version");
}

}  // namespace

std::string resolve_pyenv_shim(const std::string& path, const std::string& folder) {
  const fs::path shim(path);
  const fs::path root = shim.parent_path().parent_path();
  std::error_code error;
  if (shim.parent_path().filename() != "shims" || !fs::is_directory(root / "versions", error)) return path;
  const auto version = chosen_version(root, folder);
  if (!version || version->find_first_of(":/") != std::string::npos) return path;
  const fs::path interpreter = root / "versions" / *version / "bin" / shim.filename();
  return is_executable_file(interpreter) ? interpreter.string() : path;
}

}  // namespace cloche::environment
