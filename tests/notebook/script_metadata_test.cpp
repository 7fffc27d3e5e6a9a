#include "notebook/script_metadata.hpp"

#include <gtest/gtest.h>

#include "notebook/read.hpp"

namespace cloche::notebook {
namespace {

TEST(ScriptMetadata, IsTheTextBetweenItsLines) {
  const auto metadata =
      find_script_metadata("#!/usr/bin/env python3\n# /// script\n# a = 1\n#\n# b = 2\n# ///\nx = 1\n");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->toml, "a = 1\n\nb = 2\n");
  EXPECT_EQ(metadata->line, 3U);
}

TEST(ScriptMetadata, MayHaveAnyLineEnds) {
  const auto metadata = find_script_metadata("\xEF\xBB\xBF# /// script\r\n# a = 1\r\n# ///\r\n");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->toml, "a = 1\n");
}

TEST(ScriptMetadata, EndsAtTheLastClosingLineOfItsComment) {
  const auto metadata = find_script_metadata("# /// script\n# a = '''\n# ///\n# '''\n# ///\n");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->toml, "a = '''\n///\n'''\n");
}

TEST(ScriptMetadata, MayStandAnywhereInTheFile) {
  EXPECT_TRUE(find_script_metadata("import marimo\n\n# /// script\n# a = 1\n# ///"));
}

TEST(ScriptMetadata, OfAnotherTypeIsSkipped) {
  EXPECT_FALSE(find_script_metadata("# /// tool-x\n# a = 1\n# ///\n"));
  const auto metadata =
      find_script_metadata("# /// tool-x\n# a = 1\n# ///\n\n# /// script\n# b = 1\n# ///\n");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->toml, "b = 1\n");
}

TEST(ScriptMetadata, ThatIsNotClosedIsNone) {
  EXPECT_FALSE(find_script_metadata("# /// script\n# a = 1\n"));
  EXPECT_FALSE(find_script_metadata("# /// script\n# a = 1\n\n# ///\n"));
  EXPECT_FALSE(find_script_metadata("# /// script\n#a = 1\n# ///\n"));
}

TEST(ScriptMetadata, WithoutContentIsNone) {
  EXPECT_FALSE(find_script_metadata("# /// script\n# ///\n"));
}

TEST(ScriptMetadata, ThatIsIndentedIsNone) {
  EXPECT_FALSE(find_script_metadata("  # /// script\n  # a = 1\n  # ///\n"));
}

TEST(ScriptMetadata, MustNotComeTwice) {
  const std::string block = "# /// script\n# a = 1\n# ///\n";
  try {
    find_script_metadata(block + "\n" + block);
    FAIL();
  } catch (const ReadError& error) {
    EXPECT_STREQ(error.what(), "a second `script` block; the first one begins on line 1");
    EXPECT_EQ(error.line(), 5U);
  }
}

TEST(AlmostScriptMetadata, IsABlockThatIsNeverClosed) {
  const auto warning = find_almost_script_metadata("x = 1\n# /// script\n# a = 1\n");
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->line, 2U);
}

TEST(AlmostScriptMetadata, IsABlockWithoutSpaces) {
  EXPECT_TRUE(find_almost_script_metadata("#/// script\n#a = 1\n#///\n"));
}

TEST(AlmostScriptMetadata, IsNothingInAFileWithARealBlock) {
  EXPECT_FALSE(find_almost_script_metadata("# /// script\n# a = 1\n# ///\n#/// script\n"));
  EXPECT_FALSE(find_almost_script_metadata("x = 1\n"));
}

}  // namespace
}  // namespace cloche::notebook
