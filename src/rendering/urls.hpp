#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cloche::rendering {

/// What an address in a notebook's HTML may do on a page that makes no request.
enum class UrlKind {
  embedded,  // data: with an image, sound, film or font: can be shown
  fragment,  // #…: a place in the page
  link,      // may be followed by the reader, must not be loaded
  local,     // a file that was beside the notebook, or in its dead process: leads nowhere
  refused,   // javascript: and other things that are no address
};

/// `url` has its entities decoded.
UrlKind url_kind(std::string_view url);

bool is_data_url(std::string_view url);

/// The bytes of a data: URL (base64 or percent-encoded), or none when it is not one.
std::optional<std::string> data_url_content(std::string_view url);

/// Bytes as they stand in a data: URL inside of an attribute: all but letters, digits and a few signs as %XX.
void append_url_encoded(std::string& out, std::string_view bytes);

/// Style sheets and style attributes, with everything that would load something made ineffective. `#ids` are
/// not touched. Valid UTF-8.
std::string quiet_css(std::string_view css);

}  // namespace cloche::rendering
