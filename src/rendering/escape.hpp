#pragma once

#include <string>
#include <string_view>

// Putting foreign text into a page. Whatever the input, the result is valid UTF-8 without control characters
// (except tab and line feed): what cannot be shown becomes U+FFFD, and CR and CRLF become line feeds.
namespace cloche::rendering {

/// Text between tags. `&`, `<` and `>` become entities.
void append_text(std::string& out, std::string_view text);

/// The inside of a double-quoted attribute value: as text, and `"` becomes an entity too.
void append_attribute(std::string& out, std::string_view text);

/// Text that is HTML already, so that its entities stay: only `<` and `>` are escaped.
void append_markup_text(std::string& out, std::string_view text);

/// An attribute value that is HTML already, for a double-quoted attribute.
void append_markup_attribute(std::string& out, std::string_view text);

/// A copy of `text` that is valid UTF-8; invalid bytes become U+FFFD.
std::string valid_utf8(std::string_view text);

/// How many bytes the valid UTF-8 character at the front of `text` has (1 to 4), or 0 when the bytes there
/// are not valid UTF-8. `text` is not empty.
std::size_t utf8_length(std::string_view text);

}  // namespace cloche::rendering
