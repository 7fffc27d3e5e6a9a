#include "rendering/outline.hpp"

#include <gtest/gtest.h>

#include "rendering/identifiers.hpp"

namespace cloche::rendering {
namespace {

TEST(Outline, TheFirstHeadingIsTheTitleAndNotRepeatedBelowIt) {
  Outline outline;
  EXPECT_TRUE(outline.takes_as_title("Tides", true));
  EXPECT_EQ(outline.title(), "Tides");
  EXPECT_FALSE(outline.takes_as_title("Tides", true)) << "only the first";
}

TEST(Outline, AHeadingFurtherDownStaysWhereItIs) {
  Outline outline;
  EXPECT_FALSE(outline.takes_as_title("Tides", false));
  EXPECT_EQ(outline.title(), "Tides");
}

TEST(Outline, AGivenTitleWins) {
  Outline outline("Given");
  EXPECT_FALSE(outline.takes_as_title("Tides", true));
  EXPECT_EQ(outline.title(), "Given");
  EXPECT_TRUE(Outline("Same").takes_as_title("Same", true));
}

TEST(Outline, NoLevelIsSkipped) {
  Outline outline;
  EXPECT_EQ(outline.add(1, "a", "A", true), 2);
  EXPECT_EQ(outline.add(4, "b", "B", true), 3);
  EXPECT_EQ(outline.add(3, "c", "C", true), 3);
  EXPECT_EQ(outline.add(6, "d", "D", true), 4);
  EXPECT_EQ(outline.add(2, "e", "E", true), 3);
  EXPECT_EQ(outline.add(1, "f", "F", true), 2);
}

TEST(Identifiers, AreUsedOnce) {
  Identifiers identifiers;
  EXPECT_EQ(identifiers.unique("a"), "a");
  EXPECT_EQ(identifiers.unique("a-2"), "a-2");
  EXPECT_EQ(identifiers.unique("a"), "a-3");
  EXPECT_EQ(identifiers.unique("x y\n"), "x-y-");
  EXPECT_EQ(identifiers.unique(""), "part");
}

TEST(Identifiers, SlugsAreReadable) {
  EXPECT_EQ(slug("The data, again!"), "the-data-again");
  EXPECT_EQ(slug("Größe"), "größe");
  EXPECT_EQ(slug("…"), "…");
  EXPECT_EQ(slug("?!"), "section");
}

}  // namespace
}  // namespace cloche::rendering
