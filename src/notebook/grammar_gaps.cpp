#include "notebook/grammar_gaps.hpp"

#include <algorithm>
#include <cstddef>

#include "notebook/lexer.hpp"

namespace cloche::notebook {
namespace {

class NewerSyntax {
 public:
  explicit NewerSyntax(std::string_view text) : result_(text), lexer_(text) {}

  std::string replace() && {
    for (Token token = lexer_.next(); token.kind != Token::Kind::end; token = lexer_.next()) look_at(token);
    return std::move(result_);
  }

 private:
  void look_at(const Token& token) {
    const std::string_view text = lexer_.text_of(token);
    if (token.kind == Token::Kind::string) replace_prefix(token, text);
    if (token.kind == Token::Kind::opening_bracket) {
      ++brackets_;
      if (text == "[" && names_since_definition_ == 1 && type_parameters_ == 0) type_parameters_ = brackets_;
    }
    if (text == "=" && brackets_ > 0 && brackets_ == type_parameters_) result_[token.begin] = ':';
    if (token.kind == Token::Kind::closing_bracket) {
      if (brackets_ == type_parameters_) type_parameters_ = 0;
      if (brackets_ > 0) --brackets_;
    }
    look_at_except(token, text);
    if (token.kind == Token::Kind::word) {
      const bool defines = text == "def" || text == "class" || text == "type";
      names_since_definition_ = defines ? 0 : names_since_definition_ + 1;
    } else {
      names_since_definition_ = many;
    }
    if (token.kind == Token::Kind::newline && brackets_ == 0) in_except_ = false;
  }

  void replace_prefix(const Token& token, std::string_view text) {
    const std::size_t prefix = std::min(text.find_first_of("\"'"), text.size());
    for (std::size_t i = 0; i < prefix; ++i) {
      if (text[i] == 't') result_[token.begin + i] = 'f';
      if (text[i] == 'T') result_[token.begin + i] = 'F';
    }
  }

  // `except A, B:` and `except *A:`
  void look_at_except(const Token& token, std::string_view text) {
    if (text == "except") {
      in_except_ = true;
      except_end_ = token.end;
      except_brackets_ = brackets_;
    } else if (in_except_ && brackets_ == except_brackets_) {
      if (text == ",") result_[token.begin] = '+';
      if (text == ":") in_except_ = false;
      if (text == "*" && lexer_is_first_after_except(token)) {
        result_[token.begin] = ' ';
        result_[except_end_] = '*';
      }
    }
  }

  bool lexer_is_first_after_except(const Token& token) const {
    return result_.find_first_not_of(" \t", except_end_) == token.begin;
  }

  static constexpr int many = 2;

  std::string result_;
  Lexer lexer_;
  int brackets_ = 0;
  int type_parameters_ = 0;
  int names_since_definition_ = many;
  bool in_except_ = false;
  int except_brackets_ = 0;
  std::size_t except_end_ = 0;
};

}  // namespace

std::string without_newer_syntax(std::string_view text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  std::string spaced(text);
  for (std::size_t i = spaced.find(no_break_space); i != spaced.npos; i = spaced.find(no_break_space, i)) {
    spaced.replace(i, no_break_space.size(), "  ");
  }
  return NewerSyntax(spaced).replace();
}

std::string with_joined_lines(std::string_view text) {
  std::string result(text);
  Lexer lexer(text);
  int brackets = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.kind == Token::Kind::opening_bracket) ++brackets;
    if (token.kind == Token::Kind::closing_bracket && brackets > 0) --brackets;
    if (brackets > 0 && (token.kind == Token::Kind::newline || token.kind == Token::Kind::comment)) {
      std::fill(result.begin() + static_cast<std::ptrdiff_t>(token.begin),
                result.begin() + static_cast<std::ptrdiff_t>(token.end), ' ');
    }
  }
  return result;
}

}  // namespace cloche::notebook
