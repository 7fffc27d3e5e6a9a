#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cloche::rendering {

/// A terminal's colour: the default, one of 16 from the palette, or red, green and blue.
struct TerminalColor {
  enum class Kind : std::uint8_t { standard, palette, direct } kind = Kind::standard;
  std::uint32_t value = 0;  // palette: 0 to 15; direct: 0xRRGGBB
  bool operator==(const TerminalColor&) const = default;
};

/// How characters look on a terminal.
struct TerminalStyle {
  TerminalColor foreground;
  TerminalColor background;
  bool bold = false;
  bool dim = false;
  bool italic = false;
  bool underline = false;
  bool strike = false;
  bool reverse = false;
  bool concealed = false;
  bool operator==(const TerminalStyle&) const = default;

  bool is_plain() const { return *this == TerminalStyle{}; }

  /// Applies the parameters of one SGR sequence ("1;31", "38;5;208"). What is unknown changes nothing.
  void apply(std::string_view parameters);
};

/// Appends a start tag `<span …>` that looks like `style`, which is not plain.
void append_style_tag(std::string& out, const TerminalStyle& style);

}  // namespace cloche::rendering
