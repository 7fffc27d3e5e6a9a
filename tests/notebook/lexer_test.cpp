#include "notebook/lexer.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

using ::testing::ElementsAre;

// The strings of a text, an open one marked by a question mark.
std::vector<std::string> strings_of(std::string_view text) {
  std::vector<std::string> strings;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.kind == Token::Kind::string) strings.emplace_back(lexer.text_of(token));
    if (token.kind == Token::Kind::open_string) strings.push_back(std::string(lexer.text_of(token)) + "?");
  }
  return strings;
}

TEST(Lexer, FindsStringsWithTheirPrefixes) {
  EXPECT_THAT(strings_of("x = 'a' + rb\"b\" + Fr'c' + u'' + b'd'"),
              ElementsAre("'a'", "rb\"b\"", "Fr'c'", "u''", "b'd'"));
}

TEST(Lexer, TakesNoOtherWordForAPrefix) {
  EXPECT_THAT(strings_of("xr'a'"), ElementsAre("'a'"));
}

TEST(Lexer, EndsATripleQuotedStringAtItsOwnQuotesOnly) {
  EXPECT_THAT(strings_of("'''a ' \"\"\" '' \n b''' 'c'"), ElementsAre("'''a ' \"\"\" '' \n b'''", "'c'"));
}

TEST(Lexer, GoesOnBehindAnEscapedQuote) {
  EXPECT_THAT(strings_of(R"('a\'b' r'\'c')"), ElementsAre(R"('a\'b')", R"(r'\'c')"));
  EXPECT_THAT(strings_of("'a\\\nb'"), ElementsAre("'a\\\nb'"));
}

TEST(Lexer, LetsTheFieldsOfAnFStringHoldItsQuotes) {
  EXPECT_THAT(strings_of(R"(f"{x["a"]}" "b")"), ElementsAre(R"(f"{x["a"]}")", R"("b")"));
  EXPECT_THAT(strings_of(R"(f"{f"{1}"}")"), ElementsAre(R"(f"{f"{1}"}")"));
  EXPECT_THAT(strings_of(R"(f"{{" "b")"), ElementsAre(R"(f"{{")", R"("b")"));
  EXPECT_THAT(strings_of(R"(f"{x:>{w}}" "b")"), ElementsAre(R"(f"{x:>{w}}")", R"("b")"));
}

TEST(Lexer, EndsAnOpenStringWithItsLine) {
  EXPECT_THAT(strings_of("x = 'abc\ny = 'd'"), ElementsAre("'abc?", "'d'"));
}

TEST(Lexer, GivesAllTheRestToAnOpenTripleQuotedString) {
  EXPECT_THAT(strings_of("x = '''abc\ny = 'd'"), ElementsAre("'''abc\ny = 'd'?"));
}

TEST(Lexer, FindsNoStringInAComment) {
  EXPECT_THAT(strings_of("# 'a'\n'b' # \"\"\"\n"), ElementsAre("'b'"));
}

TEST(Lexer, IsLinearInManyOpenQuotes) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "\\'''\n";
  Lexer lexer(text);
  std::size_t open = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.kind != Token::Kind::open_string) continue;
    ++open;
    lexer.resume_at(token.begin + 3);
  }
  EXPECT_GE(open, 100'000U);
}

}  // namespace
}  // namespace cloche::notebook
