#include "notebook/syntax_error.hpp"

#include <gtest/gtest.h>

#include "notebook/cell_names.hpp"

namespace cloche::notebook {
namespace {

ErrorOutput error_of(std::string_view source) {
  const CellNames names = find_names(source);
  return names.error.value_or(ErrorOutput{});
}

// What marimo shows of Python's own messages.
TEST(SyntaxError, SaysWhatPythonSaysOfStringsAndBrackets) {
  EXPECT_EQ(error_of("x = (1,\ny = 2").message,
            "line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n");
  EXPECT_EQ(error_of("x = )").message, "line 1\n    x = )\n        ^\nSyntaxError: unmatched ')'\n");
  EXPECT_EQ(error_of("x = (1,\n]").message,
            "line 2\n    ]\n    ^\nSyntaxError: closing parenthesis ']' does not match opening parenthesis "
            "'(' on line 1\n");
  EXPECT_EQ(
      error_of("x = 'abc").message,
      "line 1\n    x = 'abc\n        ^\nSyntaxError: unterminated string literal (detected at line 1)\n");
  EXPECT_EQ(error_of("x=1\ny = \"\"\"abc\n").message,
            "line 2\n    y = \"\"\"abc\n        ^\nSyntaxError: unterminated triple-quoted string literal "
            "(detected at line 2)\n");
}

TEST(SyntaxError, SaysWhatPythonSaysOfIndentation) {
  EXPECT_EQ(error_of("x = 1\n  y = 2").message, "line 2\n    y = 2\nIndentationError: unexpected indent\n");
  EXPECT_EQ(error_of("if x:\npass").message,
            "line 2\n    pass\n    ^^^^\nIndentationError: expected an indented block after 'if' statement "
            "on line 1\n");
  EXPECT_EQ(error_of("if x:\n    a\n  b").message,
            "line 3\n    b\n     ^\nIndentationError: unindent does not match any outer indentation level\n");
}

TEST(SyntaxError, SaysWhatPythonSaysOfMisplacedStatements) {
  EXPECT_EQ(error_of("if x:\n    return 5\ny=1").message, "line 2\nSyntaxError: 'return' outside function\n");
  EXPECT_EQ(error_of("class A:\n  return 1").message, "line 2\nSyntaxError: 'return' outside function\n");
  EXPECT_EQ(error_of("yield 3").message, "line 1\nSyntaxError: 'yield' outside function\n");
  EXPECT_EQ(error_of("def f():\n  await x").message, "line 2\nSyntaxError: 'await' outside async function\n");
  EXPECT_EQ(error_of("break").message, "line 1\nSyntaxError: 'break' outside loop\n");
  EXPECT_EQ(error_of("def f():\n  continue").message,
            "line 2\nSyntaxError: 'continue' not properly in loop\n");
}

TEST(SyntaxError, KnowsPython2) {
  EXPECT_EQ(error_of("print 'x'").message,
            "line 1\n    print 'x'\n    ^^^^^^^^^\nSyntaxError: Missing parentheses in call to 'print'. Did "
            "you mean print(...)?\n");
  EXPECT_EQ(error_of("exec 'x'").kind, "syntax");
}

TEST(SyntaxError, AdvisesThoseWhoComeFromJupyter) {
  EXPECT_EQ(
      error_of("!ls").message,
      "line 1\n    !ls\n    ^\nSyntaxError: invalid syntax\n\nTo run shell commands, use os.subprocess(...)");
  EXPECT_TRUE(error_of("!pip install x").message.ends_with("use the package manager panel."));
  EXPECT_TRUE(
      error_of("%matplotlib inline").message.ends_with("https://links.marimo.app/from-jupyter-magics"));
}

TEST(SyntaxError, HasItsLineAndClass) {
  const ErrorOutput error = error_of("x = 1\n\ny = = 2");
  EXPECT_EQ(error.kind, "syntax");
  EXPECT_EQ(error.name, "SyntaxError");
  EXPECT_EQ(error.line, 3U);
  EXPECT_EQ(error_of("x = 1\n  y = 2").name, "IndentationError");
}

TEST(SyntaxError, OfAStarImportIsMarimosOwn) {
  const ErrorOutput error = error_of("x = 1\nfrom m import *");
  EXPECT_EQ(error.kind, "import-star");
  EXPECT_EQ(error.message, "line 2 SyntaxError: Importing symbols with `import *` is not allowed in marimo.");
  EXPECT_EQ(error.line, 2U);
}

TEST(SyntaxError, OfCodeThatIsNestedTooDeepIsNoCrash) {
  const std::string deep(100'000, '-');
  EXPECT_EQ(error_of(deep + "1").kind, "syntax");
  EXPECT_EQ(error_of(std::string(100'000, '(') + std::string(100'000, ')')).kind, "syntax");
  EXPECT_EQ(error_of("x = " + std::string(50'000, '[') + "1" + std::string(50'000, ']')).kind, "syntax");
}

TEST(SyntaxError, IsNotFoundInALongSum) {
  std::string sum = "x = a";
  for (int i = 0; i < 50'000; ++i) sum += " + a";
  EXPECT_EQ(error_of(sum).kind, ErrorOutput{}.kind) << "no error";
}

}  // namespace
}  // namespace cloche::notebook
