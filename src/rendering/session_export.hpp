#pragma once

#include <string>

#include "notebook/notebook.hpp"

namespace cloche::rendering {

/// marimo's session snapshot, version "1": JSON with indent 2, as `marimo export session` writes it. Pure.
std::string render_session(const notebook::Notebook& notebook);

}  // namespace cloche::rendering
