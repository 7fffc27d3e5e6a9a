#include "notebook/line_structure.hpp"

#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

std::string problem_of(std::string_view text) {
  const auto problem = find_line_problem(text);
  return problem ? std::to_string(problem->line + 1) + " " + problem->message : "";
}

TEST(LineProblem, IsNoneInCorrectCode) {
  EXPECT_EQ(problem_of(""), "");
  EXPECT_EQ(problem_of("if x:\n    a\nelif y: b\nelse:\n\n  # c\n  d\ne"), "");
  EXPECT_EQ(problem_of("x = [\n1,\n  2]\ny = '''\n  a\n'''\nz = 1 + \\\n     2\n"), "");
  EXPECT_EQ(problem_of("class A:\n\tdef f(self):\n\t\treturn 1\n\n\tx = 1\n"), "");
  EXPECT_EQ(problem_of("from m import *\nx = {1: 2}\nf(lambda: 1)\n"), "");
  EXPECT_EQ(problem_of("async def f():\n  pass"), "");
}

TEST(LineProblem, IsAnIndentationThatNothingOpened) {
  EXPECT_EQ(problem_of("  x = 1"), "1 unexpected indent");
  EXPECT_EQ(problem_of("x = 1\n  y = 2"), "2 unexpected indent");
  EXPECT_EQ(problem_of("x = '''\n'''\n  y = 2"), "3 unexpected indent");
}

TEST(LineProblem, IsAnIndentationToGoBackToThatNeverWas) {
  EXPECT_EQ(problem_of("if x:\n    a\n  b"), "3 unindent does not match any outer indentation level");
}

TEST(LineProblem, IsABlockThatIsNotThere) {
  EXPECT_EQ(problem_of("if x:\na"), "2 expected an indented block after 'if' statement on line 1");
  EXPECT_EQ(problem_of("x\ndef f():\n\na"),
            "4 expected an indented block after function definition on line 2");
  EXPECT_EQ(problem_of("class A:"), "1 expected an indented block after class definition on line 1");
}

TEST(LineProblem, IsALineThatEndsTooEarly) {
  EXPECT_EQ(problem_of("x =\ny"), "1 invalid syntax");
  EXPECT_EQ(problem_of("x = a and\nb"), "1 invalid syntax");
  EXPECT_EQ(problem_of("x = a *\nb"), "1 invalid syntax");
  EXPECT_EQ(problem_of("x = 1 \\"), "1 unexpected EOF while parsing");
  EXPECT_EQ(problem_of("x = \\ 1"), "1 unexpected character after line continuation character");
}

}  // namespace
}  // namespace cloche::notebook
