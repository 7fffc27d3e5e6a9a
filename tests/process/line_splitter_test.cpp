#include "process/line_splitter.hpp"

#include <vector>

#include <gmock/gmock.h>

namespace cloche::process {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> lines_of(std::initializer_list<std::string_view> pieces) {
  std::vector<std::string> lines;
  LineSplitter splitter([&](std::string_view line) { lines.emplace_back(line); });
  for (const std::string_view piece : pieces) splitter.append(piece);
  splitter.finish();
  return lines;
}

TEST(LineSplitter, CutsAtLineEndsWhereverTheReadsFell) {
  EXPECT_THAT(lines_of({"a\nb", "c\n", "\n", "d"}), ElementsAre("a", "bc", "", "d"));
  EXPECT_THAT(lines_of({"a\r", "\nb\r\n"}), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of({""}), ElementsAre());
}

TEST(LineSplitter, CutsAnEndlessLineIntoPieces) {
  const std::string endless(2 * LineSplitter::longest_line + 5, 'x');
  const std::vector<std::string> lines = lines_of({endless, "\nnext\n"});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].size(), LineSplitter::longest_line);
  EXPECT_EQ(lines[2], "xxxxx");
  EXPECT_EQ(lines[3], "next");
}

TEST(LineSplitter, ALineOfExactlyTheLongestSizeIsOneLine) {
  const std::string longest(LineSplitter::longest_line, 'x');
  EXPECT_THAT(lines_of({longest, "\nnext\n"}), ElementsAre(longest, "next"));
  EXPECT_THAT(lines_of({longest, "\r", "\nnext\n"}), ElementsAre(longest, "next"));
  EXPECT_THAT(lines_of({longest}), ElementsAre(longest));
  EXPECT_THAT(lines_of({longest + "y"}), ElementsAre(longest, "y"));
  EXPECT_THAT(lines_of({longest + "y\r\n"}), ElementsAre(longest, "y"));
}

TEST(LineSplitter, ACarriageReturnThatEndsNoLineIsKept) {
  EXPECT_THAT(lines_of({"last\r"}), ElementsAre("last\r"));
  const std::string cut_after_it = std::string(LineSplitter::longest_line - 1, 'x') + "\r";
  EXPECT_THAT(lines_of({cut_after_it, "more\n"}), ElementsAre(cut_after_it, "more"));
}

}  // namespace
}  // namespace cloche::process
