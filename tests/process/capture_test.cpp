#include "process/capture.hpp"

#include <gtest/gtest.h>

namespace cloche::process {
namespace {

std::string kept_of(std::size_t limit, std::initializer_list<std::string_view> pieces,
                    std::uint64_t dropped) {
  Capture capture(limit);
  for (const std::string_view piece : pieces) capture.append(piece);
  EXPECT_EQ(capture.dropped(), dropped);
  return capture.take();
}

TEST(Capture, KeepsEverythingWithinTheLimit) {
  EXPECT_EQ(kept_of(10, {"01234", "56789"}, 0), "0123456789");
  EXPECT_EQ(kept_of(10, {}, 0), "");
}

TEST(Capture, KeepsBeginningAndEndBeyondIt) {
  EXPECT_EQ(kept_of(4, {"abcdefgh"}, 4), "abgh");
  EXPECT_EQ(kept_of(5, {"abcdefgh"}, 3), "abcgh");
  EXPECT_EQ(kept_of(4, {"a", "b", "c", "d", "e", "f", "g"}, 3), "abfg");
  EXPECT_EQ(kept_of(6, {"abc", "defgh", "ij"}, 4), "abchij");
}

TEST(Capture, KeepsNothingWithALimitOfNothing) {
  EXPECT_EQ(kept_of(0, {"abc"}, 3), "");
  EXPECT_EQ(kept_of(1, {"abc"}, 2), "a");
}

}  // namespace
}  // namespace cloche::process
