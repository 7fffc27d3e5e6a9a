#pragma once

#include <string>

#include "notebook/notebook.hpp"
#include "rendering/html.hpp"
#include "rendering/page.hpp"

namespace cloche::rendering {

/// What happened to a cell, in one sentence, when it did not simply run; empty when it did, and when one of
/// its outputs says it.
std::string status_sentence(const notebook::Notebook& notebook, const notebook::Cell& cell);

/// Whether the cell itself went wrong (as opposed to one that it needs).
bool has_failed(const notebook::Cell& cell);

/// Appends one cell: code, what it printed and displayed in order, its result, what went wrong. Nothing when
/// there is nothing to see. `identifier` is the id of its element.
void append_cell(Page& page, const notebook::Notebook& notebook, const notebook::Cell& cell,
                 const std::string& identifier, const HtmlOptions& options);

}  // namespace cloche::rendering
