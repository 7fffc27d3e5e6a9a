#pragma once

#include <string>

namespace cloche::execution {

/// The Python file that is the worker: beside the running program's bin/, as it is installed, or where the
/// build put it. Throws StartError when it is in neither place.
std::string worker_program();

}  // namespace cloche::execution
