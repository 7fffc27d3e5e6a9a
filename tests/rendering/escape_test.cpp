#include "rendering/escape.hpp"

#include <gtest/gtest.h>

namespace cloche::rendering {
namespace {

std::string text(std::string_view input) {
  std::string out;
  append_text(out, input);
  return out;
}

std::string attribute(std::string_view input) {
  std::string out;
  append_attribute(out, input);
  return out;
}

TEST(Escape, TextCannotBecomeAnElement) {
  EXPECT_EQ(text("</script><b a=\"x\">&amp;"), "&lt;/script&gt;&lt;b a=\"x\"&gt;&amp;amp;");
}

TEST(Escape, AnAttributeValueCannotEndItsAttribute) {
  EXPECT_EQ(attribute("\"><img onerror=x>"), "&quot;&gt;&lt;img onerror=x&gt;");
}

TEST(Escape, MarkupTextKeepsItsEntities) {
  std::string out;
  append_markup_text(out, "a &lt; b < c &amp;");
  EXPECT_EQ(out, "a &lt; b &lt; c &amp;");
  out.clear();
  append_markup_attribute(out, "&quot;\"<");
  EXPECT_EQ(out, "&quot;&quot;&lt;");
}

TEST(Escape, ControlCharactersNeverReachThePage) {
  EXPECT_EQ(text(std::string_view("a\0b\x1b[1m\x7f\x1f", 9)), "a\uFFFDb\uFFFD[1m\uFFFD\uFFFD");
  EXPECT_EQ(text("\xC2\x85"), "\uFFFD") << "C1 control characters are controls too";
  EXPECT_EQ(text("a\tb\nc"), "a\tb\nc");
}

TEST(Escape, LineEndsBecomeLineFeeds) {
  EXPECT_EQ(text("a\r\nb\rc"), "a\nb\nc");
}

TEST(Escape, InvalidUtf8BecomesReplacementCharacters) {
  EXPECT_EQ(text("\xFF"), "\uFFFD");
  EXPECT_EQ(text("\xC3"), "\uFFFD") << "cut off";
  EXPECT_EQ(text("\xC0\x80"), "\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "surrogate";
  EXPECT_EQ(text("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond Unicode";
  EXPECT_EQ(text("naïve ☃ 𝄞"), "naïve ☃ 𝄞");
}

}  // namespace
}  // namespace cloche::rendering
