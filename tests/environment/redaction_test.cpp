#include "environment/redaction.hpp"

#include <gtest/gtest.h>

namespace cloche::environment {
namespace {

TEST(Redact, TextWithoutAUrlStaysAsItIs) {
  EXPECT_EQ(redact("a@b: no ? url = here & there"), "a@b: no ? url = here & there");
  EXPECT_EQ(redact(""), "");
}

TEST(Redact, UserAndPasswordAreBlanked) {
  EXPECT_EQ(redact("fetch https://ada:s3cret@host/simple failed"), "fetch https://***@host/simple failed");
  EXPECT_EQ(redact("https://token@host"), "https://***@host");
}

TEST(Redact, PasswordWithAnAtSignIsBlankedWhole) {
  EXPECT_EQ(redact("https://ada:p@ss@host/x"), "https://***@host/x");
}

TEST(Redact, AnAtSignInThePathIsNoCredential) {
  EXPECT_EQ(redact("git+https://host/repo@main"), "git+https://host/repo@main");
}

TEST(Redact, ValuesOfTheQueryAreBlanked) {
  EXPECT_EQ(redact("(https://host/simple/?token=abc&user=ada)"), "(https://host/simple/?token=***&user=***)");
  EXPECT_EQ(redact("https://host/f?bareToken next"), "https://host/f?*** next");
  EXPECT_EQ(redact("https://host/f?"), "https://host/f?");
}

TEST(Redact, FragmentStays) {
  EXPECT_EQ(redact("https://host/f.whl?t=1#sha256=abc"), "https://host/f.whl?t=***#sha256=abc");
}

TEST(Redact, EveryUrlOfALineIsBlanked) {
  EXPECT_EQ(redact("ssh://a:b@one, https://c:d@two"), "ssh://***@one, https://***@two");
}

}  // namespace
}  // namespace cloche::environment
