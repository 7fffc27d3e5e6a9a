#pragma once

#include <string>

#include "environment/manager.hpp"

namespace cloche::environment {

/// An interpreter that is there: the one named, or the one of the active environment, or the one on PATH. It
/// is used as it is; nothing is installed.
class CurrentManager : public Manager {
 public:
  /// Checks that the interpreter is what `requires-python` asks for, if `metadata` is given.
  Environment prepare(const Request& request, const std::optional<ScriptMetadata>& metadata) override;
};

/// Absolute path of the interpreter for `named` (a file, a name on PATH, or empty). Throws PrepareError when
/// there is none.
std::string find_interpreter(const std::string& named);

}  // namespace cloche::environment
