#include "batch/utf8.hpp"

#include <gtest/gtest.h>

namespace cloche::batch {
namespace {

TEST(Utf8, ValidTextIsValidToItsEnd) {
  for (const std::string_view text :
       {"", "plain", "naïve ☃ 𝄞", "\x7f", "\u07ff\u0800\uffff", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(valid_utf8_length(text), text.size());
  }
}

TEST(Utf8, TextIsValidUpToTheFirstBadByte) {
  EXPECT_EQ(valid_utf8_length("ab\xff"
                              "cd"),
            2u);
  EXPECT_EQ(valid_utf8_length("\xe2\x98\x83\x83"), 3u);
}

TEST(Utf8, OverlongFormsSurrogatesAndCutCharactersAreInvalid) {
  for (const std::string_view text :
       {"\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\x80", "\xe2\x98", "\xf0\x9f\x98", "\xc3"}) {
    EXPECT_EQ(valid_utf8_length(text), 0u);
  }
}

TEST(Utf8, NulIsACharacter) {
  EXPECT_EQ(valid_utf8_length(std::string_view("a\0b", 3)), 3u);
}

}  // namespace
}  // namespace cloche::batch
