#pragma once

#include "notebook/notebook.hpp"

namespace cloche::environment {

/// Whether a cell seems to import marimo. (The file's own `import marimo` is not run.) When in doubt, yes.
bool mentions_marimo(const notebook::Notebook& notebook);

}  // namespace cloche::environment
