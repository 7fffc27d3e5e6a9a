#include "rendering/terminal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "rendering/escape.hpp"
#include "rendering/terminal_style.hpp"

namespace cloche::rendering {
namespace {

constexpr char escape = '\x1b';

// An escape sequence at the front of some text. `final` is 0 for all that has no meaning on a page.
struct Sequence {
  std::size_t length = 1;
  char final = 0;
  std::string_view parameters;
};

// Operating system commands and other strings end with BEL or ESC \; one that never ends does not hide the
// rest.
Sequence string_sequence(std::string_view text) {
  for (std::size_t at = 2; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\a') return {at + 1, 0, {}};
    if (text[at] == escape) return {at + (at + 1 < text.size() && text[at + 1] == '\\' ? 2 : 0), 0, {}};
  }
  return {2, 0, {}};
}

Sequence read_sequence(std::string_view text) {
  if (text.size() < 2) return {};
  const char kind = text[1];
  if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') return string_sequence(text);
  if (kind != '[') {
    // ESC, intermediate bytes, one final byte.
    std::size_t at = 1;
    while (at < text.size() && text[at] >= ' ' && text[at] <= '/') ++at;
    const bool has_final = at < text.size() && text[at] >= '0' && text[at] <= '~';
    return {has_final ? at + 1 : at, 0, {}};
  }
  std::size_t at = 2;
  while (at < text.size() && text[at] >= '0' && text[at] <= '?') ++at;
  const std::string_view parameters = text.substr(2, at - 2);
  std::size_t end = at;
  while (end < text.size() && text[end] >= ' ' && text[end] <= '/') ++end;
  const bool has_final = end < text.size() && text[end] >= '@' && text[end] <= '~';
  if (!has_final) return {end, 0, {}};
  const bool is_private = !parameters.empty() && parameters[0] >= '<';
  return {end + 1, end == at && !is_private ? text[end] : '\0', parameters};
}

// The styles that occur in one text, numbered. 0 is plain.
class Styles {
 public:
  std::uint32_t number(const TerminalStyle& style) {
    if (style == styles_[last_]) return last_;
    const auto [found, is_new] = numbers_.try_emplace(key(style), static_cast<std::uint32_t>(styles_.size()));
    if (is_new) styles_.push_back(style);
    return last_ = found->second;
  }
  const TerminalStyle& operator[](std::uint32_t number) const { return styles_[number]; }

 private:
  static std::uint64_t key(const TerminalColor& color) {
    return (static_cast<std::uint64_t>(color.kind) << 24U) | color.value;
  }
  static std::uint64_t key(const TerminalStyle& s) {
    std::uint64_t flags = 0;
    for (const bool flag : {s.bold, s.dim, s.italic, s.underline, s.strike, s.reverse, s.concealed}) {
      flags = (flags << 1U) | static_cast<std::uint64_t>(flag);
    }
    return (key(s.foreground) << 33U) | (key(s.background) << 7U) | flags;
  }

  std::vector<TerminalStyle> styles_{TerminalStyle{}};
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_{{0, 0}};
  std::uint32_t last_ = 0;
};

// Turns runs of equally styled characters into the result.
class Painter {
 public:
  Painter(std::string& out, bool with_markup) : out_(out), with_markup_(with_markup) {}
  void paint(std::string_view text, std::uint32_t style) {
    if (text.empty()) return;
    change(style);
    append(text);
  }
  void blank(std::uint32_t style) { paint(" ", style); }
  void end_line() { out_ += '\n'; }
  void end() { change(0); }
  Styles& styles() { return styles_; }

 private:
  void change(std::uint32_t style) {
    if (!with_markup_ || style == current_) return;
    if (current_ != 0) out_ += "</span>";
    if (style != 0) append_style_tag(out_, styles_[style]);
    current_ = style;
  }
  void append(std::string_view text) {
    if (with_markup_) {
      append_text(out_, text);
    } else {
      out_ += valid_utf8(text);
    }
  }

  std::string& out_;
  bool with_markup_;
  Styles styles_;
  std::uint32_t current_ = 0;
};

// A character on the screen: where it stands in the text, or a blank that was never written.
struct Cell {
  std::uint32_t offset = blank;
  std::uint32_t style : 29 = 0;
  std::uint32_t length : 3 = 0;
  static constexpr std::uint32_t blank = std::numeric_limits<std::uint32_t>::max();
};

// What terminals do to what is already there. Only texts that move back are put through it.
class Screen {
 public:
  Screen(std::string_view text, Painter& painter) : text_(text), painter_(painter) {}

  void write(std::size_t offset, std::size_t length, std::uint32_t style) {
    auto& line = lines_[row_];
    if (line.size() < column_) line.resize(column_);
    const Cell cell{static_cast<std::uint32_t>(offset), style & 0x1FFFFFFFU,
                    static_cast<std::uint32_t>(length) & 7U};
    if (column_ == line.size()) {
      line.push_back(cell);
    } else {
      line[column_] = cell;
    }
    ++column_;
  }
  void carriage_return() { column_ = 0; }
  void backspace() { column_ -= column_ > 0 ? 1 : 0; }
  void line_feed() {
    column_ = 0;
    if (++row_ == lines_.size()) lines_.emplace_back();
  }

  void control(const Sequence& sequence) {
    const std::size_t count = parameter(sequence.parameters);
    const std::size_t steps = std::max<std::size_t>(count, 1);
    switch (sequence.final) {
      case 'A':
        row_ -= std::min(steps, row_);
        break;
      case 'B':
        row_ = std::min(row_ + steps, lines_.size() - 1);
        break;
      case 'C':
        column_ = std::min(column_ + steps, std::max(column_, widest_jump));
        break;
      case 'D':
        column_ -= std::min(steps, column_);
        break;
      case 'E':
        row_ = std::min(row_ + steps, lines_.size() - 1), column_ = 0;
        break;
      case 'F':
        row_ -= std::min(steps, row_), column_ = 0;
        break;
      case 'G':
        column_ = std::min(steps - 1, widest_jump);
        break;
      case 'J':
        erase_display(count);
        break;
      case 'K':
        erase_line(count);
        break;
      default:
        break;
    }
  }

  /// Hands on all lines; the last one has no line end.
  void flush() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i > 0) painter_.end_line();
      flush(lines_[i]);
    }
    lines_.assign(1, {});
    row_ = column_ = 0;
  }

 private:
  static constexpr std::size_t widest_jump = 1000;

  static std::size_t parameter(std::string_view text) {
    std::size_t value = 0;
    for (const char c : text) {
      if (c < '0' || c > '9' || value > 100'000) break;
      value = value * 10 + static_cast<std::size_t>(c - '0');
    }
    return value;
  }

  void erase_line(std::size_t how) {
    auto& line = lines_[row_];
    const std::size_t until = std::min(column_ + 1, line.size());
    if (how == 0 && column_ < line.size()) line.resize(column_);
    if (how == 1) std::fill(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(until), Cell{});
    if (how == 2) line.clear();
  }

  void erase_display(std::size_t how) {
    if (how == 0) {
      erase_line(0);
      lines_.resize(row_ + 1);
    } else if (how == 2 || how == 3) {
      lines_.assign(1, {});
      row_ = column_ = 0;
    }
  }

  void flush(const std::vector<Cell>& line) {
    std::size_t at = 0;
    while (at < line.size()) {
      const Cell& first = line[at++];
      if (first.offset == Cell::blank) {
        painter_.blank(first.style);
        continue;
      }
      std::size_t end = first.offset + first.length;
      while (at < line.size() && line[at].offset == end && line[at].style == first.style)
        end += line[at++].length;
      painter_.paint(text_.substr(first.offset, end - first.offset), first.style);
    }
  }

  std::string_view text_;
  Painter& painter_;
  std::vector<std::vector<Cell>> lines_{1};
  std::size_t row_ = 0;
  std::size_t column_ = 0;
};

bool moves_between_lines(std::string_view text) {
  for (std::size_t at = text.find(escape); at != std::string_view::npos; at = text.find(escape, at + 1)) {
    const char final = read_sequence(text.substr(at)).final;
    if (final == 'A' || final == 'F' || final == 'J') return true;
  }
  return false;
}

// Whether all that happens in the line is that text and styles follow each other.
bool is_straight(std::string_view line) {
  for (std::size_t at = 0; (at = line.find_first_of("\r\b\x1b", at)) != std::string_view::npos;) {
    if (line[at] != escape) return false;
    const Sequence sequence = read_sequence(line.substr(at));
    if (sequence.final != 0 && sequence.final != 'm') return false;
    at += sequence.length;
  }
  return true;
}

class Terminal {
 public:
  Terminal(std::string& out, bool with_markup) : painter_(out, with_markup) {}

  void show(std::string_view text) {
    // Cells count bytes in 32 bits; no line that long is read by anyone.
    constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max();
    text = text.substr(0, longest);
    if (moves_between_lines(text)) {
      Screen screen(text, painter_);
      replay(text, screen);
    } else {
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        show_line(text.substr(0, end));
        if (end < text.size()) painter_.end_line();
        text.remove_prefix(std::min(end + 1, text.size()));
      }
    }
    painter_.end();
  }

 private:
  void show_line(std::string_view line) {
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!is_straight(line)) {
      Screen screen(line, painter_);
      replay(line, screen);
      return;
    }
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of("\x1b\a", 0), line.size());
      painter_.paint(line.substr(0, end), painter_.styles().number(style_));
      line.remove_prefix(end);
      if (line.empty()) break;
      const Sequence sequence = line[0] == escape ? read_sequence(line) : Sequence{};
      if (sequence.final == 'm') style_.apply(sequence.parameters);
      line.remove_prefix(sequence.length);
    }
  }

  void replay(std::string_view text, Screen& screen) {
    for (std::size_t at = 0; at < text.size();) {
      switch (text[at]) {
        case '\n':
          screen.line_feed(), ++at;
          break;
        case '\r':
          screen.carriage_return(), ++at;
          break;
        case '\b':
          screen.backspace(), ++at;
          break;
        case '\a':
          ++at;
          break;
        case escape: {
          const Sequence sequence = read_sequence(text.substr(at));
          if (sequence.final == 'm') {
            style_.apply(sequence.parameters);
          } else {
            screen.control(sequence);
          }
          at += sequence.length;
          break;
        }
        default: {
          const std::size_t length = std::max<std::size_t>(utf8_length(text.substr(at)), 1);
          screen.write(at, length, painter_.styles().number(style_));
          at += length;
        }
      }
    }
    screen.flush();
  }

  Painter painter_;
  TerminalStyle style_;
};

}  // namespace

void append_terminal_text(std::string& out, std::string_view text) {
  Terminal(out, true).show(text);
}

std::string terminal_plain_text(std::string_view text) {
  std::string out;
  Terminal(out, false).show(text);
  return out;
}

}  // namespace cloche::rendering
