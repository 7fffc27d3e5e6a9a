#pragma once

#include <string_view>

#include <boost/json/value.hpp>

#include "rendering/page.hpp"

namespace cloche::rendering {

enum class JsonLeaves {
  python,  // marimo's: texts may be `MIME:DATA`, types that JSON lacks are `text/plain+TYPE:…`
  plain,   // texts are texts
};

/// Appends a value as a tree that opens and closes without a script: small ones on one line, larger ones open
/// at their first levels, long ones in groups of a hundred.
void append_json_tree(Page& page, const boost::json::value& value, JsonLeaves leaves,
                      std::string_view name = {});

}  // namespace cloche::rendering
