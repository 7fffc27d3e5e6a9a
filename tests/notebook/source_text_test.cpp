#include "notebook/source_text.hpp"

#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

TEST(NormalizeSource, MakesEveryLineEndANewline) {
  EXPECT_EQ(normalize_source("a\r\nb\rc\nd\r"), "a\nb\nc\nd\n");
}

TEST(NormalizeSource, DropsOneByteOrderMark) {
  EXPECT_EQ(normalize_source("\xEF\xBB\xBFx"), "x");
}

TEST(NormalizeSource, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(normalize_source("a\xFF"
                             "b\xC3"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(normalize_source("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD") << "a surrogate";
  EXPECT_EQ(normalize_source("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "an overlong form";
}

TEST(NormalizeSource, KeepsLettersOfEveryLength) {
  EXPECT_EQ(normalize_source("aé€😀"), "aé€😀");
}

TEST(Strip, TakesUnicodeWhiteSpaceToo) {
  EXPECT_EQ(strip("\xC2\xA0\xE2\x80\x83 x y \xE3\x80\x80\f\n"), "x y");
  EXPECT_EQ(strip(" \n"), "");
  EXPECT_EQ(strip_left("é "), "é ");
}

TEST(TakeCharacters, CountsCharactersNotBytes) {
  EXPECT_EQ(take_characters("é€😀x", 3), "é€😀");
  EXPECT_EQ(take_characters("ab", 5), "ab");
}

TEST(Lines, HaveNoLineEnds) {
  const Lines lines("a\n\nb");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "a");
  EXPECT_EQ(lines[1], "");
  EXPECT_EQ(lines[2], "b");
  EXPECT_EQ(lines.join(0, 2), "a\n");
  EXPECT_EQ(lines.join(2, 3), "b");
  EXPECT_EQ(lines.join(2, 2), "");
}

TEST(Lines, OfATextThatEndsInANewlineHaveAnEmptyLastOne) {
  const Lines lines("a\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1], "");
}

}  // namespace
}  // namespace cloche::notebook
