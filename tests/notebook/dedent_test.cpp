#include "notebook/dedent.hpp"

#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

TEST(Dedent, TakesTheIndentationOfTheCode) {
  EXPECT_EQ(dedent("    a\n      b\n\n    c"), "a\n  b\n\nc");
}

TEST(Dedent, DropsTheFinalLineEndOnly) {
  EXPECT_EQ(dedent("    a\n"), "a");
  EXPECT_EQ(dedent("    a\n\n"), "a\n");
}

TEST(Dedent, KeepsTextWithoutIndentation) {
  EXPECT_EQ(dedent("a\n  b"), "a\n  b");
}

TEST(Dedent, IndentsLinesThatAreIndentedLessThanTheFirst) {
  EXPECT_EQ(dedent("    a\n  b\n# c"), "a\n  b\n# c");
}

TEST(Dedent, MovesTheInsideOfAStringWithItsCode) {
  EXPECT_EQ(dedent("    x = '''\n    a\n      b\n    '''"), "x = '''\na\n  b\n'''");
}

TEST(Dedent, LeavesAStringAloneThatWouldLoseText) {
  EXPECT_EQ(dedent("    x = '''\n  a\n      b\n    '''\n    y"), "x = '''\n  a\n      b\n    '''\ny");
}

TEST(Dedent, KnowsFormattedStringsToo) {
  EXPECT_EQ(dedent("    x = f'''\n  {a[\n1]}\n'''"), "x = f'''\n  {a[\n1]}\n'''");
}

TEST(Dedent, CountsATabAsOneCharacter) {
  EXPECT_EQ(dedent("\ta\n\t\tb"), "a\n\tb");
}

TEST(Dedent, OfCodeThatIsNoTokensTakesWhatAllLinesHaveInCommon) {
  EXPECT_EQ(dedent("    a = (\n      b\n   \n"), "a = (\n  b\n");
}

TEST(Dedent, OfNothingIsNothing) {
  EXPECT_EQ(dedent(""), "");
  EXPECT_EQ(dedent("  \n "), "\n");
}

}  // namespace
}  // namespace cloche::notebook
