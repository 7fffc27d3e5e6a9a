#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "execution/execute.hpp"
#include "notebook/graph.hpp"
#include "notebook/notebook.hpp"

// The commands to a worker (worker/README.md): each is one line of JSON, line end included.
namespace cloche::execution {

/// Always the first one. `marker` is the session's random text.
std::string open_command(const notebook::Notebook& notebook, const Request& request, std::string_view marker);
std::string run_command(std::string_view cell_id);

}  // namespace cloche::execution
