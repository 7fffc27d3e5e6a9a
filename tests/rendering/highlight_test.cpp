#include "rendering/highlight.hpp"

#include <gtest/gtest.h>

#include "rendering/html_fragment.hpp"
#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

std::string coloured(std::string_view source) {
  std::string out;
  append_python(out, source);
  return out;
}

std::string without_tags(std::string_view html) {
  std::string text;
  bool in_tag = false;
  for (const char c : html) {
    if (c == '<') in_tag = true;
    if (!in_tag) text += c;
    if (c == '>') in_tag = false;
  }
  return decode_entities(text);
}

TEST(Highlight, TokensHaveClasses) {
  EXPECT_EQ(
      coloured("def f(x): return 1  # why"),
      "<span class=\"k\">def</span> <span class=\"nf\">f</span>(x): <span class=\"k\">return</span> <span "
      "class=\"mi\">1</span>  <span class=\"c1\"># why</span>");
  EXPECT_EQ(coloured("a.b(len(None))"),
            "a.<span class=\"fc\">b</span>(<span class=\"nb\">len</span>(<span class=\"kc\">None</span>))");
  EXPECT_EQ(coloured("@d\nclass C: pass"),
            "@<span class=\"nd\">d</span>\n<span class=\"k\">class</span> <span class=\"nc\">C</span>: <span "
            "class=\"k\">pass</span>");
}

TEST(Highlight, StringsAreWholeAndTheirEscapesStandOut) {
  EXPECT_EQ(coloured("'a\\nb'"),
            "<span class=\"s\">'a</span><span class=\"se\">\\n</span><span class=\"s\">b'</span>");
  EXPECT_NE(coloured("f'{x}y'").find("{x}"), std::string::npos);
}

TEST(Highlight, NotACharacterIsLostWhateverTheSource) {
  for (const std::string_view source :
       {"", "\n\n", "x = [1, 2\ny = 3", "def f(:\n  pass", "'never closed", "f'{", "%matplotlib inline\n!ls",
        "ünïcödé = '☃'", "</script><b>&amp;", "if x:\n\treturn \\\n  y", "\"\"\"doc\n  more\\t\n\"\"\"",
        "async def f(): await g()", "    indented"}) {
    EXPECT_EQ(without_tags(coloured(source)), source);
  }
}

TEST(Highlight, SourceNeverBecomesAnElement) {
  EXPECT_EQ(coloured("# </script><img src=x>"),
            "<span class=\"c1\"># &lt;/script&gt;&lt;img src=x&gt;</span>");
}

TEST(Highlight, LongSourcesTakeTimeInProportion) {
  const std::string source = repeated("print(value, 'text', 12)\n", 40'000);
  EXPECT_EQ(without_tags(coloured(source)), source);
}

TEST(Highlight, ProseIsASingleCallOfMd) {
  EXPECT_TRUE(is_prose("mo.md(r\"\"\"# Title\"\"\")"));
  EXPECT_TRUE(is_prose("# why\nmo.md(f'{x}')"));
  EXPECT_FALSE(is_prose("x = mo.md('a')"));
  EXPECT_FALSE(is_prose("import marimo as mo\nmo.md('a')"));
  EXPECT_FALSE(is_prose("mo.md('a').callout()"));
  EXPECT_FALSE(is_prose("print('.md(')"));
}

}  // namespace
}  // namespace cloche::rendering
