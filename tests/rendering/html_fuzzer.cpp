// What any notebook may show as HTML, JSON, Markdown, LaTeX or CSV: the result, read again as HTML, keeps its
// shape, and has neither scripts nor handlers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "rendering/html_tree.hpp"
#include "rendering/mime.hpp"
#include "rendering/page.hpp"

namespace {

using namespace cloche::rendering;

void check(std::string_view html) {
  const HtmlTree tree(html);
  for (HtmlNodeIndex i = 0; i < tree.size(); ++i) {
    const HtmlNode& node = tree[i];
    if (node.name == "script") std::abort();
    for (const HtmlAttribute* k = tree.attributes_begin(node); k != tree.attributes_end(node); ++k) {
      if (k->name.starts_with("on")) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::string_view types[] = {"text/html",
                                        "text/html",
                                        "application/json",
                                        "text/markdown",
                                        "text/latex",
                                        "text/csv",
                                        "application/vnd.marimo+mimebundle",
                                        "application/vnd.vegalite.v5+json",
                                        "text/plain"};
  Page page;
  const std::string_view type = types[data[0] % (sizeof types / sizeof types[0])];
  append_mime(page, type, {reinterpret_cast<const char*>(data) + 1, size - 1});
  page.out += "<end-of-output></end-of-output>";
  check(page.out);
  // Whatever it was, it has ended: what follows stands beside it, not in it.
  const HtmlTree tree(page.out);
  if (tree[tree[HtmlTree::root].last_child].name != "end-of-output") std::abort();
  return 0;
}
