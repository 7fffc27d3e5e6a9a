// What any program may print: folded and coloured, the result is HTML without a control character.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "rendering/terminal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string html;
  cloche::rendering::append_terminal_text(html, text);
  std::size_t open = 0;
  for (std::size_t at = 0; at < html.size(); ++at) {
    const auto byte = static_cast<unsigned char>(html[at]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') std::abort();
    if (html[at] != '<') continue;
    const std::string_view tag = std::string_view(html).substr(at);
    if (tag.starts_with("<span ")) {
      ++open;
    } else if (tag.starts_with("</span>") && open > 0) {
      --open;
    } else {
      std::abort();
    }
  }
  if (open != 0) std::abort();
  static_cast<void>(cloche::rendering::terminal_plain_text(text));
  return 0;
}
