#pragma once

#include <string>

#include "environment/plan.hpp"

namespace cloche::environment {

/// The commands that we give to uv (`uv`: its path). All of them are free of colour and progress bars, and
/// don't see which environment or project the caller is in.

/// Makes or updates the environment of the script `notebook_path`, reporting as JSON on stdout. `python`: the
/// interpreter or version to make it with; empty: uv's choice.
Plan uv_sync_script(const std::string& uv, const std::string& notebook_path, const std::string& python);

/// Makes an empty virtual environment in `root`, which does not exist.
Plan uv_make_environment(const std::string& uv, const std::string& root, const std::string& python);

/// Installs `requirement` into the virtual environment `root`, with versions as in the file `constraints`
/// (empty: any).
Plan uv_install(const std::string& uv, const std::string& root, const std::string& requirement,
                const std::string& constraints);

}  // namespace cloche::environment
