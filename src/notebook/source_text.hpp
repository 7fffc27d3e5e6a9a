#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Text as Python reads it: what counts as white space, as a line, as a character.
namespace cloche::notebook {

/// `bytes` as Python's text mode gives it: without a byte-order mark, every line end a single "\n", bytes
/// that are not UTF-8 replaced by U+FFFD.
std::string normalize_source(std::string_view bytes);

/// `text` without the white space, Unicode's included, at its beginning, its end, or both: str.lstrip,
/// rstrip and strip.
std::string_view strip_left(std::string_view text);
std::string_view strip_right(std::string_view text);
std::string_view strip(std::string_view text);

/// The spaces, tabs and other white space that `line` begins with.
std::string_view indentation(std::string_view line);

/// How many characters (not bytes) `text` has.
std::size_t count_characters(std::string_view text);

/// The first `count` characters of `text`, or all of it.
std::string_view take_characters(std::string_view text, std::size_t count);

/// The lines of a text that outlives this view of it; lines count from 0 here and have no line end. A text
/// that ends in "\n" has an empty last line, and an empty text has one line.
class Lines {
 public:
  explicit Lines(std::string_view text);

  std::size_t size() const { return starts_.size(); }
  std::string_view operator[](std::size_t line) const;
  std::string_view text() const { return text_; }

  /// The byte at which `line` begins; the text's size for the line after the last.
  std::size_t start(std::size_t line) const { return line < size() ? starts_[line] : text_.size(); }

  /// Lines `first` (included) to `last` (excluded), joined by "\n".
  std::string_view join(std::size_t first, std::size_t last) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

}  // namespace cloche::notebook
