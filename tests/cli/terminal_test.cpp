#include "cli/terminal.hpp"

#include <gtest/gtest.h>

namespace cloche::cli {
namespace {

TEST(Harmless, TextCannotSteerTheTerminal) {
  EXPECT_EQ(harmless("a\x1b[2Jb\rc\nd\x7f"), "a?[2Jb?c?d?");
  EXPECT_EQ(harmless("a\xc2\x9b"
                     "2Jb"),
            "a?2Jb");
}

TEST(Harmless, OtherTextStaysAsItIs) {
  EXPECT_EQ(harmless("naïve ☃ 𝄞 `x`"), "naïve ☃ 𝄞 `x`");
}

TEST(Shortened, TextThatFitsStays) {
  EXPECT_EQ(shortened("naïve", 5), "naïve");
  EXPECT_EQ(shortened("", 5), "");
}

TEST(Shortened, LongTextEndsInAnEllipsisWithinTheWidth) {
  EXPECT_EQ(shortened("naïve☃x", 6), "naïve…");
  EXPECT_EQ(shortened("ab", 1), "…");
}

}  // namespace
}  // namespace cloche::cli
