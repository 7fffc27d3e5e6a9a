#include "notebook/notebook.hpp"

#include <string_view>

namespace cloche::notebook {

const std::string* Notebook::option(std::string_view name) const {
  for (const auto& [key, value] : options) {
    if (key == name) return &value;
  }
  return nullptr;
}

}  // namespace cloche::notebook
