#include "rendering/formulas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string formula(std::string_view tex, bool is_display = false) {
  Formulas formulas;
  std::string out;
  formulas.append(out, tex, is_display);
  return out;
}

TEST(Formulas, TexBecomesMathml) {
  EXPECT_THAT(formula("x^2"), StartsWith("<math><msup><mi>x</mi><mn"));
  EXPECT_THAT(formula("\\sum_{i=1}^n a_i", true), StartsWith("<math display=\"block\""));
  EXPECT_THAT(formula("\\begin{aligned} a &= b \\\\ c &< d \\end{aligned}"), HasSubstr("<mtable"));
}

TEST(Formulas, WhatCannotBeConvertedIsShownAsItsSourceWithTheReason) {
  const std::string html = formula("\\frac{<1}{\"");
  EXPECT_THAT(html, StartsWith("<code class=\"formula\" title=\""));
  EXPECT_THAT(html, HasSubstr(">\\frac{&lt;1}{\"</code>"));
  EXPECT_THAT(formula(std::string(30'000, 'x')), HasSubstr("title=\"too long for a formula\""));
}

TEST(Formulas, SourceNeverBecomesAnElement) {
  EXPECT_THAT(formula("\\text{<script>alert(1)</script>}"), Not(HasSubstr("<script")));
  EXPECT_THAT(formula("\\href{javascript:alert(1)}{x}"), Not(HasSubstr("href=\"javascript")));
  EXPECT_THAT(formula("\\includegraphics{https://e.org/x.png}"), Not(HasSubstr("<img")));
}

TEST(Formulas, CharactersBeyondTheFirstPlaneSurvive) {
  EXPECT_THAT(formula("\\text{𝄞☃é}"), HasSubstr("𝄞☃é"));
  EXPECT_THAT(formula("\\mathfrak{A}"), HasSubstr("𝔄"));
  EXPECT_THAT(formula("\xFF"), Not(HasSubstr("\xFF")));
}

TEST(Formulas, MacrosThatNeverEndAreStopped) {
  EXPECT_THAT(formula("\\def\\a{\\a\\a}\\a"), StartsWith("<code"));
}

TEST(Formulas, OneFormulaDoesNotChangeTheNext) {
  Formulas formulas;
  std::string first;
  std::string second;
  formulas.append(first, "\\bad{", false);
  formulas.append(first, "x", false);
  formulas.append(second, "x", false);
  EXPECT_THAT(first, testing::EndsWith(second));
}

}  // namespace
}  // namespace cloche::rendering
