#pragma once

#include <string>
#include <string_view>

namespace cloche::rendering {

/// Appends a traceback as HTML for a <pre>, with Pygments' classes: places, code lines, the exception's
/// class. One that has colours already (IPython's) keeps them.
void append_traceback(std::string& out, std::string_view traceback);

/// The same as marimo's front end takes it.
std::string marimo_traceback_html(std::string_view traceback);

}  // namespace cloche::rendering
