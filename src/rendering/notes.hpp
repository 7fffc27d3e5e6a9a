#pragma once

#include <string>
#include <string_view>

// Boxes that stand where something cannot be shown on a page without scripts and network.
namespace cloche::rendering {

/// A picture, film or page that is not in the page: its description and, when it is somewhere, a link.
void append_absent(std::string& out, std::string_view what, std::string_view url,
                   std::string_view description);

/// Something that only scripts could draw, with its source folded. `what` begins the sentence.
void append_needs_script(std::string& out, std::string_view what, std::string_view source);

/// A folded piece of text.
void append_folded(std::string& out, std::string_view summary, std::string_view text);

/// "1.2 MB", "12 kB", "3 bytes".
std::string size_text(std::size_t bytes);

}  // namespace cloche::rendering
