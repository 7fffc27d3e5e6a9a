// Any bytes are a notebook or a ReadError, and what was read holds together.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "notebook/graph.hpp"
#include "notebook/read.hpp"

using namespace cloche::notebook;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Notebook notebook;
  try {
    notebook = read_marimo(text);
  } catch (const ReadError&) {
    return 0;
  }
  std::set<std::string> ids;
  for (const Cell& cell : notebook.cells) {
    if (!ids.insert(cell.id).second) std::abort();
  }
  if (analyze(notebook).order.size() != notebook.cells.size()) std::abort();
  return 0;
}
