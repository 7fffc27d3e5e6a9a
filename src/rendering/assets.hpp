#pragma once

#include <string_view>

// Files that are embedded when cloche is built (see web/ and CMakeLists.txt).
namespace cloche::rendering {

std::string_view page_css();
std::string_view page_js();

/// Temml with web/mathematics.js, as bytecode of the embedded JavaScript engine.
std::string_view temml_bytecode();

}  // namespace cloche::rendering
