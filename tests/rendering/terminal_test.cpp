#include "rendering/terminal.hpp"

#include <gtest/gtest.h>

#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

std::string shown(std::string_view text) {
  std::string out;
  append_terminal_text(out, text);
  return out;
}

TEST(Terminal, CarriageReturnsOverwriteWhatStandsThere) {
  EXPECT_EQ(shown("12345\rab\n"), "ab345\n");
  EXPECT_EQ(shown("keep\r\none\r\ntwo"), "keep\none\ntwo");
  EXPECT_EQ(shown("\r  0%|\r 50%|##\r100%|####\n"), "100%|####\n");
}

TEST(Terminal, BackspacesGoBackOneCharacter) {
  EXPECT_EQ(shown("abc\b\bX"), "aXc");
  EXPECT_EQ(shown("é☃\bx"), "éx") << "characters, not bytes";
  EXPECT_EQ(shown("\b\ba"), "a");
}

TEST(Terminal, ErasedLinesAreGone) {
  EXPECT_EQ(shown("old text\r\x1b[Knew"), "new");
  EXPECT_EQ(shown("old text\x1b[2K\rnew"), "new");
  EXPECT_EQ(shown("abc\x1b[1K"), "   ");
}

TEST(Terminal, TheCursorMovesToLinesAbove) {
  EXPECT_EQ(shown("one\ntwo\n\x1b[2AONE\n"), "ONE\ntwo\n");
  EXPECT_EQ(shown("a\nb\x1b[2Jc"), "c");
}

TEST(Terminal, ColoursBecomeClasses) {
  EXPECT_EQ(shown("\x1b[31mred\x1b[0m plain"), "<span class=\"ansi-1\">red</span> plain");
  EXPECT_EQ(shown("\x1b[92;1mbright<&>\x1b[m"),
            "<span class=\"ansi-10 ansi-bold\">bright&lt;&amp;&gt;</span>");
  EXPECT_EQ(shown("\x1b[31mr\x1b[1mb\x1b[22mr"),
            "<span class=\"ansi-1\">r</span><span class=\"ansi-1 ansi-bold\">b</span><span "
            "class=\"ansi-1\">r</span>");
}

TEST(Terminal, TheLargePalettesBecomeColours) {
  EXPECT_EQ(shown("\x1b[38;5;208mo"), "<span style=\"color:#ff8700\">o</span>");
  EXPECT_EQ(shown("\x1b[38;5;3mo"), "<span class=\"ansi-3\">o</span>");
  EXPECT_EQ(shown("\x1b[38;5;244mo"), "<span style=\"color:#808080\">o</span>");
  EXPECT_EQ(shown("\x1b[48;2;10;20;30;97mw"), "<span style=\"color:#ffffff;background:#0a141e\">w</span>");
  EXPECT_EQ(shown("\x1b[48;2;250;250;250mw"), "<span style=\"color:#000000;background:#fafafa\">w</span>")
      << "readable on its background in both colour schemes";
}

TEST(Terminal, ReverseSwapsTheColours) {
  EXPECT_EQ(shown("\x1b[7mi\x1b[27m"), "<span class=\"ansi-bg-ink ansi-page\">i</span>");
  EXPECT_EQ(shown("\x1b[7;31mi"), "<span class=\"ansi-page ansi-bg-1\">i</span>");
}

TEST(Terminal, AColourLeftOpenEndsWithTheText) {
  EXPECT_EQ(shown("\x1b[32mopen\nnext"), "<span class=\"ansi-2\">open\nnext</span>");
}

TEST(Terminal, OtherSequencesVanish) {
  EXPECT_EQ(shown("\x1b[?25lx\x1b[999mw"), "xw");
  EXPECT_EQ(shown("\x1b]8;;http://e.example\x1b\\link\x1b]8;;\x1b\\"), "link");
  EXPECT_EQ(shown("\x1b]0;title\atext\a"), "text");
  EXPECT_EQ(shown("\x1b(Bx\x1b=y"), "xy");
  EXPECT_EQ(shown("a\x1b"), "a");
  EXPECT_EQ(shown("\x1b[12"), "");
  EXPECT_EQ(shown("\x1b]never ends\nnext"), "never ends\nnext")
      << "a sequence that never ends hides no lines";
}

TEST(Terminal, TextIsEscapedWhereverItIsShown) {
  EXPECT_EQ(shown("<b>\r<i>"), "&lt;i&gt;");
  EXPECT_EQ(shown("</pre><script>"), "&lt;/pre&gt;&lt;script&gt;");
  EXPECT_EQ(shown("\xFF\b\xFE"), "\uFFFD");
}

TEST(Terminal, PlainTextHasNoMarkup) {
  EXPECT_EQ(terminal_plain_text("\x1b[1m<a>\x1b[0m\rb"), "ba>");
}

// Each of these takes minutes, or the machine's memory, when time or memory grow with the square of the text.
TEST(Terminal, LongOutputsTakeTimeInProportion) {
  EXPECT_EQ(shown(std::string(20'000'000, 'x')).size(), 20'000'000);
  std::string counter;
  for (int i = 0; i < 2'000'000; ++i) counter += std::to_string(i) + '\r';
  EXPECT_EQ(shown(counter), "1999999");
  EXPECT_EQ(shown(repeated("\x1b[31m", 1'000'000) + 'z'), "<span class=\"ansi-1\">z</span>");
  EXPECT_EQ(shown(repeated("a\b", 2'000'000)), "a");
  EXPECT_EQ(shown(repeated("<", 5'000'000)).size(), 20'000'000);
  EXPECT_EQ(shown(repeated("\x1b]", 1'000'000)), repeated("", 0));
}

}  // namespace
}  // namespace cloche::rendering
