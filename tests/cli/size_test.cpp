#include "cli/size.hpp"

#include <gtest/gtest.h>

#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

TEST(Size, IsBytesInPowersOf1024) {
  EXPECT_EQ(parse_size("0", "--memory"), 0u);
  EXPECT_EQ(parse_size("4096", "--memory"), 4096u);
  EXPECT_EQ(parse_size("4096B", "--memory"), 4096u);
  EXPECT_EQ(parse_size("64K", "--memory"), 65536u);
  EXPECT_EQ(parse_size("512M", "--memory"), 512u << 20);
  EXPECT_EQ(parse_size("512MB", "--memory"), 512u << 20);
  EXPECT_EQ(parse_size("1.5GiB", "--memory"), 3u << 29);
  EXPECT_EQ(parse_size("2T", "--memory"), std::uint64_t{2} << 40);
}

TEST(Size, RefusesWhatIsNone) {
  for (const char* text : {"", "M", "-1", "1..5M", "5 M", "5m", "5X", "5iB", "5MiBs", "1e3"})
    EXPECT_THROW(parse_size(text, "--memory"), UsageError) << text;
  EXPECT_THROW(parse_size("9999999T", "--memory"), UsageError);
}

TEST(Size, NamesTheOption) {
  try {
    parse_size("much", "--memory");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--memory: `much` is no size");
    EXPECT_EQ(error.hint(), "write `4096`, `64K`, `512M` or `2G`");
  }
}

}  // namespace
}  // namespace cloche::cli
