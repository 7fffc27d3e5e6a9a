#pragma once

#include <string>

#include "environment/manager.hpp"

namespace cloche::environment {

/// Environments made by uv from the notebook's own metadata, kept by uv for the next run.
class UvManager : public Manager {
 public:
  /// `uv`: its absolute path.
  explicit UvManager(std::string uv) : uv_(std::move(uv)) {}

  /// $UV, else `uv` on PATH; empty if there is none.
  static std::string find();

  Environment prepare(const Request& request, const std::optional<ScriptMetadata>& metadata) override;

 private:
  Environment prepare_isolated(const Request& request, bool with_marimo);

  std::string uv_;
};

}  // namespace cloche::environment
