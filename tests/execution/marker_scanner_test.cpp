#include "execution/marker_scanner.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

/// Writes what it hears down: text as it is, marker 7 as <7>.
class Transcript final : public MarkerScanner::Sink {
 public:
  void text(std::string_view bytes) override { written.append(bytes); }
  void marker(std::uint64_t number) override { written.append("<" + std::to_string(number) + ">"); }
  std::string written;
};

std::string scan(const std::vector<std::string>& reads) {
  MarkerScanner scanner("abc");
  Transcript transcript;
  for (const std::string& read : reads) scanner.feed(read, transcript);
  scanner.finish(transcript);
  return transcript.written;
}

TEST(MarkerScanner, TakesMarkersOutOfText) {
  EXPECT_EQ(scan({"one\x1b]abc;1\x07two\x1b]abc;23\x07"}), "one<1>two<23>");
}

TEST(MarkerScanner, FindsAMarkerWhereverReadsCutIt) {
  const std::string text = "x\x1b]abc;12\x07y";
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      EXPECT_EQ(scan({text.substr(0, first), text.substr(first, second - first), text.substr(second)}),
                "x<12>y")
          << first << ' ' << second;
    }
  }
}

TEST(MarkerScanner, KeepsWhatOnlyLooksLikeTheBeginningOfAMarker) {
  for (const std::string& text :
       {std::string("\x1b[31mred\x1b[0m"), std::string("\x1b]abd;1\x07"), std::string("\x1b]abc;\x07"),
        std::string("\x1b]abc;1x\x07"), std::string("\x1b]0;title\x07"), std::string("\x1b\x1b\x1b"),
        std::string("\x1b]abc;12345678901234567890\x07"), std::string("\x1b]abc;1")}) {
    EXPECT_EQ(scan({text}), text);
    std::vector<std::string> bytes;
    for (const char byte : text) bytes.emplace_back(1, byte);
    EXPECT_EQ(scan(bytes), text);
  }
}

TEST(MarkerScanner, FindsAMarkerRightBehindABrokenOne) {
  EXPECT_EQ(scan({"\x1b]ab\x1b]abc;4\x07"}), "\x1b]ab<4>");
  EXPECT_EQ(scan({"\x1b\x1b]abc;4\x07"}), "\x1b<4>");
}

TEST(MarkerScanner, HandsTextOnWithoutWaitingForMore) {
  MarkerScanner scanner("abc");
  Transcript transcript;
  scanner.feed("prompt: ", transcript);
  EXPECT_EQ(transcript.written, "prompt: ");
}

}  // namespace
}  // namespace cloche::execution
