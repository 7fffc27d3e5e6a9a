#include "rendering/terminal_style.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace cloche::rendering {
namespace {

using Kind = TerminalColor::Kind;

// One number of an SGR sequence; absent numbers count as 0, huge ones are capped.
class Parameters {
 public:
  explicit Parameters(std::string_view text) : text_(text) {}
  bool more() const { return !done_; }
  unsigned next() {
    unsigned value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      value = value > 100'000 ? value : value * 10 + static_cast<unsigned>(text_[at_] - '0');
      ++at_;
    }
    if (at_ >= text_.size()) {
      done_ = true;
    } else {
      ++at_;
    }
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool done_ = false;
};

// xterm's 256 colours: 16 of the palette, a cube of 6x6x6, 24 greys.
TerminalColor indexed(unsigned index) {
  if (index < 16) return {Kind::palette, index};
  if (index > 255) return {};
  if (index >= 232) {
    const std::uint32_t grey = 8 + 10 * (index - 232);
    return {Kind::direct, (grey << 16U) | (grey << 8U) | grey};
  }
  constexpr std::array<std::uint32_t, 6> levels = {0, 95, 135, 175, 215, 255};
  const unsigned cube = index - 16;
  return {Kind::direct, (levels[cube / 36] << 16U) | (levels[cube / 6 % 6] << 8U) | levels[cube % 6]};
}

TerminalColor extended(Parameters& parameters) {
  if (!parameters.more()) return {};
  switch (parameters.next()) {
    case 5:
      return parameters.more() ? indexed(parameters.next()) : TerminalColor{};
    case 2: {
      std::uint32_t value = 0;
      for (int i = 0; i < 3; ++i)
        value = (value << 8U) | (parameters.more() ? parameters.next() & 0xFFU : 0U);
      return {Kind::direct, value};
    }
    default:
      return {};
  }
}

bool is_dark(std::uint32_t color) {
  const std::uint32_t luminance =
      299 * (color >> 16U) + 587 * ((color >> 8U) & 0xFFU) + 114 * (color & 0xFFU);
  return luminance < 140'000;
}

}  // namespace

void TerminalStyle::apply(std::string_view text) {
  Parameters parameters(text);
  while (parameters.more()) {
    const unsigned code = parameters.next();
    if (code >= 30 && code <= 37) {
      foreground = {Kind::palette, code - 30};
    } else if (code >= 40 && code <= 47) {
      background = {Kind::palette, code - 40};
    } else if (code >= 90 && code <= 97) {
      foreground = {Kind::palette, code - 90 + 8};
    } else if (code >= 100 && code <= 107) {
      background = {Kind::palette, code - 100 + 8};
    } else {
      switch (code) {
        case 0:
          *this = {};
          break;
        case 1:
          bold = true;
          break;
        case 2:
          dim = true;
          break;
        case 3:
          italic = true;
          break;
        case 4:
          underline = true;
          break;
        case 7:
          reverse = true;
          break;
        case 8:
          concealed = true;
          break;
        case 9:
          strike = true;
          break;
        case 21:
          underline = true;
          break;
        case 22:
          bold = dim = false;
          break;
        case 23:
          italic = false;
          break;
        case 24:
          underline = false;
          break;
        case 27:
          reverse = false;
          break;
        case 28:
          concealed = false;
          break;
        case 29:
          strike = false;
          break;
        case 38:
          foreground = extended(parameters);
          break;
        case 39:
          foreground = {};
          break;
        case 48:
          background = extended(parameters);
          break;
        case 49:
          background = {};
          break;
        default:
          break;
      }
    }
  }
}

void append_style_tag(std::string& out, const TerminalStyle& style) {
  TerminalColor foreground = style.foreground;
  TerminalColor background = style.background;
  std::string classes;
  const auto add_class = [&classes](std::string_view name) {
    if (!classes.empty()) classes += ' ';
    classes += name;
  };
  if (style.reverse) {
    if (foreground.kind == Kind::standard) add_class("ansi-bg-ink");
    if (background.kind == Kind::standard) add_class("ansi-page");
    std::swap(foreground, background);
  }
  if (background.kind == Kind::direct && foreground.kind != Kind::direct) {
    // The palette's colours are made for the page, not for a colour of the notebook's own.
    foreground = {Kind::direct, is_dark(background.value) ? 0xFFFFFFU : 0U};
  }
  if (foreground.kind == Kind::palette) add_class(fmt::format("ansi-{}", foreground.value));
  if (background.kind == Kind::palette) add_class(fmt::format("ansi-bg-{}", background.value));
  if (style.bold) add_class("ansi-bold");
  if (style.dim) add_class("ansi-dim");
  if (style.italic) add_class("ansi-italic");
  if (style.underline) add_class("ansi-underline");
  if (style.strike) add_class("ansi-strike");
  if (style.concealed) add_class("ansi-concealed");

  out += "<span";
  if (!classes.empty()) fmt::format_to(std::back_inserter(out), " class=\"{}\"", classes);
  if (foreground.kind == Kind::direct || background.kind == Kind::direct) {
    out += " style=\"";
    if (foreground.kind == Kind::direct)
      fmt::format_to(std::back_inserter(out), "color:#{:06x}", foreground.value);
    if (background.kind == Kind::direct) {
      if (foreground.kind == Kind::direct) out += ';';
      fmt::format_to(std::back_inserter(out), "background:#{:06x}", background.value);
    }
    out += '"';
  }
  out += '>';
}

}  // namespace cloche::rendering
