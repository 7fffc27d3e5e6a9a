#include "execution/utf8_decoder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

const std::string replaced = "\xEF\xBF\xBD";

std::string decode(const std::vector<std::string>& reads) {
  Utf8Decoder decoder;
  std::string text;
  for (const std::string& read : reads) decoder.decode(read, text);
  decoder.finish(text);
  return text;
}

TEST(Utf8Decoder, KeepsCharactersThatReadsCut) {
  const std::string text = "aä€😀z";
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      EXPECT_EQ(decode({text.substr(0, first), text.substr(first, second - first), text.substr(second)}),
                text);
    }
  }
}

TEST(Utf8Decoder, HandsOnAllButTheUnfinishedCharacter) {
  Utf8Decoder decoder;
  std::string text;
  decoder.decode("ab\xF0\x9F\x98", text);
  EXPECT_EQ(text, "ab");
  decoder.decode("\x80", text);
  EXPECT_EQ(text, "ab😀");
}

// Each expectation was made with Python's bytes.decode("utf-8", "replace").
TEST(Utf8Decoder, ReplacesWhatPythonReplaces) {
  const std::string& r = replaced;
  EXPECT_EQ(decode({"\xFF"}), r);
  EXPECT_EQ(decode({"a\x80z"}), "a" + r + "z");
  EXPECT_EQ(decode({"\xC0\x80"}), r + r);
  EXPECT_EQ(decode({"\xE2\x82z"}), r + "z");
  EXPECT_EQ(decode({"\xE2\xFF"}), r + r);
  EXPECT_EQ(decode({"\xED\xA0\x80"}), r + r + r);
  EXPECT_EQ(decode({"\xE0\x80\x80"}), r + r + r);
  EXPECT_EQ(decode({"\xF0\x9F\x98z"}), r + "z");
  EXPECT_EQ(decode({"\xF0\x80\x80\x80"}), r + r + r + r);
  EXPECT_EQ(decode({"\xF4\x90\x80\x80"}), r + r + r + r);
  EXPECT_EQ(decode({"\xF5\x80"}), r + r);
  EXPECT_EQ(decode({"\xC3\xC3\xA4"}), r + "ä");
  EXPECT_EQ(decode({"\xF1\x80\xE1\x80\xC2"}), r + r + r);
}

TEST(Utf8Decoder, ReplacesTheSameHoweverReadsCutTheBytes) {
  const std::string bytes = "a\xF0\x9F\x98z\xE2\x82\xC3\xA4\xED\xA0\x80\xF4\x90\x80\xF0\x9F\x98\x80";
  const std::string whole = decode({bytes});
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    for (std::size_t second = first; second <= bytes.size(); ++second) {
      EXPECT_EQ(decode({bytes.substr(0, first), bytes.substr(first, second - first), bytes.substr(second)}),
                whole);
    }
  }
}

TEST(Utf8Decoder, ReplacesAnUnfinishedCharacterAtTheEnd) {
  EXPECT_EQ(decode({"a\xE2\x82"}), "a" + replaced);
}

}  // namespace
}  // namespace cloche::execution
