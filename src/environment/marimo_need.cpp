#include "environment/marimo_need.hpp"

#include <algorithm>

namespace cloche::environment {

bool mentions_marimo(const notebook::Notebook& notebook) {
  return std::any_of(notebook.cells.begin(), notebook.cells.end(), [](const notebook::Cell& cell) {
    return cell.source.find("import") != std::string::npos && cell.source.find("marimo") != std::string::npos;
  });
}

}  // namespace cloche::environment
