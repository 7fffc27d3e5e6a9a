#pragma once

#include <string>

namespace cloche::environment {

/// pyenv puts shell scripts in the place of interpreters, and each start of one costs several times what
/// Python itself takes. If `path` is such a shim, this finds the interpreter that it would run in `folder`,
/// by reading the files that pyenv reads; otherwise, and when in doubt, it gives `path` back. Starts nothing.
std::string resolve_pyenv_shim(const std::string& path, const std::string& folder);

}  // namespace cloche::environment
