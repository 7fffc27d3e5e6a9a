#pragma once

#include <string>
#include <vector>

#include "environment/environment.hpp"

namespace cloche::environment {

/// A virtual environment that lies over another one: it has marimo, and what marimo needs, in the versions
/// that the one below has where that is possible; all else is found below. So a notebook that imports marimo
/// without listing it works, and neither its file nor its own environment is changed. Overlays stay in
/// cloche's cache: a second run only looks whether it is there.
struct Overlay {
  /// The environment below; empty: none, the overlay is all there is.
  std::string base_root;
  /// The interpreter to make it with; empty: uv's choice.
  std::string python;
  /// The version of marimo that the notebook was written with, or empty.
  std::string marimo_version;
  bool with_marimo = true;
};

/// The packages in the environment `root` as requirements ("numpy==2.1.0"), sorted, without starting
/// anything.
std::vector<std::string> installed_packages(const std::string& root);

/// The root of the overlay, which is made when it is not there. Throws as prepare().
std::string prepare_overlay(const std::string& uv, const Overlay& overlay, const Request& request);

}  // namespace cloche::environment
