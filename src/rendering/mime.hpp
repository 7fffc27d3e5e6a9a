#pragma once

#include <string>
#include <string_view>

#include "notebook/notebook.hpp"
#include "rendering/page.hpp"

namespace cloche::rendering {

/// Appends one value of a MIME type. What is not known is a box that names type and size. Returns whether
/// there is anything to see.
bool append_mime(Page& page, std::string_view type, std::string_view data);

/// Appends that representation of a bundle which says most on a page without scripts: plain tables and
/// pictures come before what only marimo's front end or a script can draw. `metadata` is a JSON object or
/// empty. Returns whether there is anything to see.
bool append_bundle(Page& page, const notebook::MimeBundle& bundle, std::string_view metadata);

}  // namespace cloche::rendering
