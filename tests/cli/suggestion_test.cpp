#include "cli/suggestion.hpp"

#include <gtest/gtest.h>

namespace cloche::cli {
namespace {

TEST(Suggestion, IsTheNearestWord) {
  const std::vector<std::string> known = {"--sandbox", "--no-sandbox", "--timeout", "--cell-timeout"};
  EXPECT_EQ(closest("--sandobx", known), "--sandbox");
  EXPECT_EQ(closest("--time-out", known), "--timeout");
  EXPECT_EQ(closest("--celltimeout", known), "--cell-timeout");
}

TEST(Suggestion, WordThatIsFarFromAllGetsNone) {
  EXPECT_EQ(closest("--frobnicate", {"--sandbox", "--timeout"}), "");
  EXPECT_EQ(closest("x", {}), "");
  EXPECT_EQ(did_you_mean("pdf", {"html", "session"}), "");
}

TEST(Suggestion, SwappedLettersAreOneMistake) {
  EXPECT_EQ(did_you_mean("htlm", {"html"}), "did you mean `html`?");
  EXPECT_EQ(closest("exprot", {"export"}), "export");
}

}  // namespace
}  // namespace cloche::cli
