#include "notebook/lexer.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace cloche::notebook {
namespace {

constexpr auto npos = std::string_view::npos;
// Python itself allows fewer f-strings inside of f-strings.
constexpr int deepest_f_string = 150;

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

// The letters in front of a string, in lower case: r, b, u, f, t and pairs of them.
bool is_string_prefix(std::string_view word) {
  if (word.empty() || word.size() > 2) return word.empty();
  std::string lower;
  for (const char c : word) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view prefix : {"r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"}) {
    if (lower == prefix) return true;
  }
  return false;
}

bool is_formatted(std::string_view prefix) {
  return prefix.find_first_of("fFtT") != npos;
}

struct Quotes {
  char character;
  bool triple;
  std::size_t size() const { return triple ? 3 : 1; }
};

Quotes quotes_at(std::string_view text, std::size_t position) {
  const char quote = text[position];
  const bool triple =
      position + 2 < text.size() && text[position + 1] == quote && text[position + 2] == quote;
  return {quote, triple};
}

bool closes(std::string_view text, std::size_t position, Quotes quotes) {
  if (!quotes.triple) return text[position] == quotes.character;
  return text.substr(position, 3) == std::string(3, quotes.character);
}

// Both return the byte after the closing quotes, or npos. `position` is the byte after the opening ones.
std::size_t end_of_plain_string(std::string_view text, std::size_t position, Quotes quotes) {
  for (; position < text.size(); ++position) {
    if (text[position] == '\\') {
      ++position;
    } else if (closes(text, position, quotes)) {
      return position + quotes.size();
    } else if (text[position] == '\n' && !quotes.triple) {
      return npos;
    }
  }
  return npos;
}

std::size_t end_of_field(std::string_view text, std::size_t position, Quotes quotes, int depth);

// Since Python 3.12 the fields of an f-string may hold its own quotes.
std::size_t end_of_f_string(std::string_view text, std::size_t position, Quotes quotes, int depth) {
  while (position < text.size()) {
    const char c = text[position];
    if (c == '\\') {
      position += 2;
    } else if (closes(text, position, quotes)) {
      return position + quotes.size();
    } else if (c == '\n' && !quotes.triple) {
      return npos;
    } else if (c == '{' && text.substr(position).starts_with("{{")) {
      position += 2;
    } else if (c == '{') {
      position = end_of_field(text, position + 1, quotes, depth);
      if (position == npos) return npos;
    } else {
      ++position;
    }
  }
  return npos;
}

// The byte after the `}` that closes a field.
std::size_t end_of_field(std::string_view text, std::size_t position, Quotes quotes, int depth) {
  if (depth > deepest_f_string) return npos;
  int brackets = 0;
  bool in_format = false;
  std::size_t word_begin = position;
  while (position < text.size()) {
    const char c = text[position];
    if (c == '\n' && !quotes.triple) return npos;
    if (c == '}' && brackets == 0) return position + 1;
    if (in_format) {
      if (closes(text, position, quotes)) return npos;
      position = c == '{' ? end_of_field(text, position + 1, quotes, depth + 1) : position + 1;
      if (position == npos) return npos;
      continue;
    }
    if (is_quote(c)) {
      const std::string_view prefix = text.substr(word_begin, position - word_begin);
      const Quotes inner = quotes_at(text, position);
      const std::size_t begin = position + inner.size();
      position = is_string_prefix(prefix) && is_formatted(prefix)
                     ? end_of_f_string(text, begin, inner, depth + 1)
                     : end_of_plain_string(text, begin, inner);
      if (position == npos) return npos;
      word_begin = position;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++brackets;
    if (c == ')' || c == ']' || c == '}') --brackets;
    if (c == ':' && brackets == 0) in_format = true;
    ++position;
    if (!is_word(c)) word_begin = position;
  }
  return npos;
}

}  // namespace

Token Lexer::string(std::size_t begin, std::size_t quote) {
  const Quotes quotes = quotes_at(text_, quote);
  const std::size_t content = quote + quotes.size();
  std::size_t end = npos;
  bool& known_open = quotes.character == '"' ? open_double_quotes_ : open_single_quotes_;
  if (quotes.triple && known_open) return {Token::Kind::open_string, begin, text_.size(), true};
  if (is_formatted(text_.substr(begin, quote - begin))) end = end_of_f_string(text_, content, quotes, 0);
  if (end == npos) end = end_of_plain_string(text_, content, quotes);
  if (end != npos) return {Token::Kind::string, begin, end, quotes.triple};
  if (quotes.triple) known_open = true;
  const std::size_t line_end = std::min(text_.find('\n', quote), text_.size());
  return {Token::Kind::open_string, begin, quotes.triple ? text_.size() : line_end, quotes.triple};
}

Token Lexer::next() {
  while (position_ < text_.size() &&
         (text_[position_] == ' ' || text_[position_] == '\t' || text_[position_] == '\f')) {
    ++position_;
  }
  const std::size_t begin = position_;
  if (begin == text_.size()) return {Token::Kind::end, begin, begin};
  const char c = text_[begin];
  Token token{Token::Kind::symbol, begin, begin + 1};
  if (c == '\n') {
    token.kind = Token::Kind::newline;
  } else if (c == '\\' && begin + 1 < text_.size() && text_[begin + 1] == '\n') {
    token = {Token::Kind::continuation, begin, begin + 2};
  } else if (c == '#') {
    token = {Token::Kind::comment, begin, std::min(text_.find('\n', begin), text_.size())};
  } else if (is_quote(c)) {
    token = string(begin, begin);
  } else if (is_word(c)) {
    token.kind = Token::Kind::word;
    while (token.end < text_.size() && is_word(text_[token.end])) ++token.end;
    if (token.end < text_.size() && is_quote(text_[token.end]) && is_string_prefix(text_of(token))) {
      token = string(begin, token.end);
    }
  } else if (c == '(' || c == '[' || c == '{') {
    token.kind = Token::Kind::opening_bracket;
  } else if (c == ')' || c == ']' || c == '}') {
    token.kind = Token::Kind::closing_bracket;
  }
  position_ = token.end;
  return token;
}

}  // namespace cloche::notebook
