#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notebook/notebook.hpp"

namespace cloche::environment {

/// What a notebook's PEP 723 block says.
struct ScriptMetadata {
  /// As written: "pandas>=2 ; python_version < '4'".
  std::vector<std::string> dependencies;
  std::optional<std::string> requires_python;
  /// The file's line of `requires-python`; 0 without it.
  std::size_t requires_python_line = 0;
};

/// Reads the block of `notebook`; none when it has none. `path` is for messages. Throws PrepareError with the
/// line in the file when it is no TOML, or not as PEP 723 wants it.
std::optional<ScriptMetadata> read_script_metadata(const notebook::Notebook& notebook,
                                                   const std::string& path);

/// The normalized name at the start of a requirement: "Py_YAML[x]>=1" is "py-yaml".
std::string package_name(std::string_view requirement);

/// Whether one of the dependencies is the package `name` (normalized).
bool depends_on(const ScriptMetadata& metadata, std::string_view name);

}  // namespace cloche::environment
