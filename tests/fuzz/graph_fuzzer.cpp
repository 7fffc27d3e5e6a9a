// Any texts, separated by bytes 1, are the cells of a graph that holds together.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "notebook/graph.hpp"

using namespace cloche::notebook;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool contains(const std::vector<std::size_t>& cells, std::size_t cell) {
  return std::binary_search(cells.begin(), cells.end(), cell);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Notebook notebook;
  for (;;) {
    Cell cell;
    cell.source = text.substr(0, text.find('\x01'));
    cell.id = notebook.cells.empty() ? "setup" : "c";
    notebook.cells.push_back(cell);
    if (cell.source.size() == text.size()) break;
    text.remove_prefix(cell.source.size() + 1);
  }
  const Graph graph = analyze(notebook);

  std::vector<std::size_t> order = graph.order;
  std::vector<std::size_t> place(notebook.cells.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) place.at(order[i]) = i;
  std::sort(order.begin(), order.end());
  require(order.size() == notebook.cells.size());
  for (std::size_t i = 0; i < order.size(); ++i) require(order[i] == i);

  for (std::size_t cell = 0; cell < notebook.cells.size(); ++cell) {
    require(!contains(graph.parents[cell], cell));
    for (const std::size_t parent : graph.parents[cell]) {
      require(contains(graph.children[parent], cell));
      const bool both_run = graph.errors[cell].empty() && graph.errors[parent].empty();
      require(!both_run || place[parent] < place[cell]);
    }
  }
  return 0;
}
