#pragma once

#include <string>

#include "notebook/notebook.hpp"

namespace cloche::rendering {

struct HtmlOptions {
  /// Show cells' code (those with hide_code are folded); otherwise no code is anywhere in the page.
  bool include_code = true;
  /// The notebook's file name, for the head of the page and for the title when the notebook has none.
  std::string file_name;
};

/// One self-contained page: no request to anywhere, readable without JavaScript. Pure.
std::string render_html(const notebook::Notebook& notebook, const HtmlOptions& options);

}  // namespace cloche::rendering
