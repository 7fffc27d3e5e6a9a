#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cloche::notebook {

/// A piece of Python text: as much of a token as one needs to know where strings, comments, brackets and
/// lines begin and end.
struct Token {
  enum class Kind : std::uint8_t {
    end,
    newline,
    /// A backslash and the line end that it hides.
    continuation,
    comment,
    string,
    /// A string that is not closed: up to the end of its line, or of the text if it is triple-quoted.
    open_string,
    opening_bracket,
    closing_bracket,
    /// A name, a keyword or a number.
    word,
    /// Any other character.
    symbol,
  };
  Kind kind = Kind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// For strings: whether the quotes are triple.
  bool triple = false;
};

/// Cuts Python text, correct or not, into tokens; linear in time. White space is left out.
class Lexer {
 public:
  explicit Lexer(std::string_view text, std::size_t position = 0) : text_(text), position_(position) {}

  Token next();

  /// Goes on from `position`, for example after an open string that is better taken for a short one.
  void resume_at(std::size_t position) { position_ = position; }

  std::string_view text_of(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

 private:
  Token string(std::size_t begin, std::size_t quote);

  std::string_view text_;
  std::size_t position_;
  // Once a triple-quoted string was found open, no other with the same quotes is closed: this is remembered,
  // so that a text of many opening quotes is not searched to its end many times.
  bool open_single_quotes_ = false;
  bool open_double_quotes_ = false;
};

}  // namespace cloche::notebook
