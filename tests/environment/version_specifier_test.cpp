#include "environment/version_specifier.hpp"

#include <gtest/gtest.h>

namespace cloche::environment {
namespace {

TEST(Satisfies, EachComparisonComparesNumbers) {
  EXPECT_EQ(satisfies("3.11.2", ">=3.9"), true);
  EXPECT_EQ(satisfies("3.9.1", ">=3.10"), false);
  EXPECT_EQ(satisfies("3.11.2", ">=9.1"), false);
  EXPECT_EQ(satisfies("3.11.2", "<3.11"), false);
  EXPECT_EQ(satisfies("3.11.0", "<=3.11"), true);
  EXPECT_EQ(satisfies("3.11.2", ">3.11"), true);
  EXPECT_EQ(satisfies("3.11.2", "==3.11"), false);
  EXPECT_EQ(satisfies("3.11.0", "==3.11"), true);
  EXPECT_EQ(satisfies("3.11.2", "!=3.11.2"), false);
}

TEST(Satisfies, WildcardStandsForAnyRest) {
  EXPECT_EQ(satisfies("3.11.2", "==3.11.*"), true);
  EXPECT_EQ(satisfies("3.12.0", "==3.11.*"), false);
  EXPECT_EQ(satisfies("3.11.2", "!=3.11.*"), false);
  EXPECT_EQ(satisfies("3.1.1", "==3.11.*"), false);
}

TEST(Satisfies, CompatibleReleaseKeepsAllButTheLastNumber) {
  EXPECT_EQ(satisfies("3.12.0", "~=3.11"), true);
  EXPECT_EQ(satisfies("4.0", "~=3.11"), false);
  EXPECT_EQ(satisfies("3.11.9", "~=3.11.2"), true);
  EXPECT_EQ(satisfies("3.12.0", "~=3.11.2"), false);
}

TEST(Satisfies, AllOfAListMustHold) {
  EXPECT_EQ(satisfies("3.11.2", " >= 3.9 , < 3.12 "), true);
  EXPECT_EQ(satisfies("3.12.0", ">=3.9,<3.12"), false);
  EXPECT_EQ(satisfies("3.12.0", ""), true);
}

TEST(Satisfies, PreReleaseCountsAsItsRelease) {
  EXPECT_EQ(satisfies("3.14.0rc1", ">=3.14"), true);
}

TEST(Satisfies, NonsenseIsNoAnswer) {
  EXPECT_EQ(satisfies("3.11.2", "3.11"), std::nullopt);
  EXPECT_EQ(satisfies("3.11.2", ">=three"), std::nullopt);
  EXPECT_EQ(satisfies("3.11.2", ">=3.*"), std::nullopt);
  EXPECT_EQ(satisfies("3.11.2", "~=3"), std::nullopt);
  EXPECT_EQ(satisfies("", ">=3"), std::nullopt);
}

}  // namespace
}  // namespace cloche::environment
