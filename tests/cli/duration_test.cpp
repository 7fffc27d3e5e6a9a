#include "cli/duration.hpp"

#include <gtest/gtest.h>

#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

using std::chrono::milliseconds;

std::string error_of(std::string_view text) {
  try {
    parse_duration(text, "--timeout");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Duration, UnitIsSecondsUnlessItIsGiven) {
  EXPECT_EQ(parse_duration("90", ""), milliseconds(90'000));
  EXPECT_EQ(parse_duration("90s", ""), milliseconds(90'000));
  EXPECT_EQ(parse_duration("500ms", ""), milliseconds(500));
  EXPECT_EQ(parse_duration("5m", ""), milliseconds(300'000));
  EXPECT_EQ(parse_duration("1h", ""), milliseconds(3'600'000));
  EXPECT_EQ(parse_duration("0", ""), milliseconds(0));
}

TEST(Duration, MayHaveAFraction) {
  EXPECT_EQ(parse_duration("1.5s", ""), milliseconds(1500));
  EXPECT_EQ(parse_duration(".25", ""), milliseconds(250));
  EXPECT_EQ(parse_duration("2.", ""), milliseconds(2000));
}

TEST(Duration, AnythingElseIsAnErrorThatShowsIt) {
  for (const std::string_view wrong : {"", "s", ".", "1.2.3", "5x", "-3", "1 s", "1s2", "1e3", "5M", "inf"}) {
    EXPECT_EQ(error_of(wrong), "--timeout: `" + std::string(wrong) + "` is no duration");
  }
}

TEST(Duration, WhatNoClockCouldHoldIsAnError) {
  EXPECT_EQ(error_of("99999999999999999999h"), "--timeout: `99999999999999999999h` is too long");
}

}  // namespace
}  // namespace cloche::cli
