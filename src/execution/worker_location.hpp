#pragma once

#include <string>

namespace cloche::execution {

/// The folder of the worker's Python files: beside the running program's bin/, as it is installed, or where
/// the build put it. Throws StartError when it is in neither place.
std::string worker_directory();

}  // namespace cloche::execution
