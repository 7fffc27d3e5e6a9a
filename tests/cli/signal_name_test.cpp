#include "cli/signal_name.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

TEST(SignalName, IsReadInEveryUsualForm) {
  for (const char* text : {"TERM", "SIGTERM", "term", "sigTerm", "15"})
    EXPECT_EQ(parse_signal(text, "--stop-signal"), SIGTERM) << text;
  EXPECT_EQ(parse_signal("64", "--stop-signal"), 64);
}

TEST(SignalName, RefusesWhatIsNone) {
  for (const char* text : {"", "0", "-9", "65", "SIG", "SIGSIGTERM", "15 ", "15x"})
    EXPECT_THROW(parse_signal(text, "--stop-signal"), UsageError) << text;
}

TEST(SignalName, SuggestsTheNearestOne) {
  try {
    parse_signal("SIGTREM", "--stop-signal");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--stop-signal: there is no signal `SIGTREM`");
    EXPECT_EQ(error.hint(), "did you mean `TERM`?");
  }
}

}  // namespace
}  // namespace cloche::cli
