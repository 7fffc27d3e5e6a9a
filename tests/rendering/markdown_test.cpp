#include "rendering/markdown.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/latex.hpp"
#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string markdown(std::string_view text) {
  Page page;
  append_markdown(page, text);
  return page.out;
}

TEST(Markdown, GithubsDialectIsUnderstood) {
  EXPECT_THAT(markdown("a ~~b~~ `c<` https://e.org"),
              AllOf(HasSubstr("<del>b</del>"), HasSubstr("<code>c&lt;</code>"),
                    HasSubstr("<a href=\"https://e.org\">")));
  EXPECT_THAT(markdown("| a | b |\n|:-:|--:|\n| 1 | 2 |"),
              HasSubstr("<td style=\"text-align:right\">2</td>"));
  EXPECT_THAT(markdown("- [x] done\n- [ ] open"),
              HasSubstr("<input type=\"checkbox\" disabled=\"\" checked=\"\"> done"));
  EXPECT_THAT(markdown("3. x\n4. y"), HasSubstr("<ol start=\"3\">"));
}

TEST(Markdown, FormulasAreNotTornApartByEmphasis) {
  const std::string html = markdown("$a_i = b_{i}\n$ and $k_{a*b}*c_{d*e}$ and $x<y$");
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<em>")), HasSubstr("<math")));
}

TEST(Markdown, APipeInAFormulaDoesNotDivideATable) {
  EXPECT_THAT(markdown("| a | $|x|$ |\n|---|---|\n| $\\{1\\}$ | **b** |"),
              AllOf(HasSubstr("<th>a</th><th><math>"), Not(HasSubstr("$")),
                    HasSubstr("<td><strong>b</strong></td></tr>")));
  EXPECT_THAT(markdown("|a|b|\n|---|---|\n|$5|$6|"), HasSubstr("<td>$5</td><td>$6</td>"));
  EXPECT_THAT(markdown("$x$ | y"), HasSubstr("| y"));
}

TEST(Markdown, MoneyIsNoFormula) {
  EXPECT_THAT(markdown("It costs $5 and then $7_000, `$HOME`."),
              AllOf(HasSubstr("costs $5 and then $7_000"), Not(HasSubstr("<math"))));
}

TEST(Markdown, HtmlInsideObeysThePagesRules) {
  EXPECT_THAT(markdown("Text with `</script>` and <b onclick=x>bold</b> <script>alert(1)</script>"),
              AllOf(HasSubstr("&lt;/script&gt;"), HasSubstr("<b>bold</b>"), Not(HasSubstr("<script"))));
  EXPECT_THAT(markdown("[x](javascript:alert(1))"), Not(HasSubstr("javascript")));
  EXPECT_THAT(markdown("![a \"plot\"](https://e.org/x.png)"),
              HasSubstr("image “a \"plot\"”, not in this page"));
}

TEST(Markdown, HardInputTakesTimeInProportion) {
  for (const std::string& text :
       {repeated("*", 50'000), repeated("[", 50'000), repeated("`", 40'001) + 'x',
        repeated("> ", 20'000) + 'q', repeated("$", 50'001), repeated("| a ", 20'000),
        repeated("$x$ ", 20'000), repeated("<b>", 50'000)}) {
    EXPECT_FALSE(markdown(text).empty());
  }
}

TEST(Latex, ManyFormulasTakeTimeInProportion) {
  Page page;
  append_latex(page, repeated("$x$ \\$ ", 100'000));
  EXPECT_GT(page.out.size(), 1'000'000U);
}

}  // namespace
}  // namespace cloche::rendering
