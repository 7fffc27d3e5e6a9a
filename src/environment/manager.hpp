#pragma once

#include <optional>

#include "environment/environment.hpp"
#include "environment/script_metadata.hpp"

namespace cloche::environment {

/// Makes environments. Each tool that can is one of these; prepare() chooses.
class Manager {
 public:
  virtual ~Manager() = default;
  /// `metadata` is the notebook's; none when it has none. Throws as prepare().
  virtual Environment prepare(const Request& request, const std::optional<ScriptMetadata>& metadata) = 0;
};

}  // namespace cloche::environment
