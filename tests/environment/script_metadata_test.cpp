#include "environment/script_metadata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "environment/environment.hpp"

namespace cloche::environment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// `toml` as the block of a notebook whose first line of TOML is line 11 of the file.
std::optional<ScriptMetadata> read(const std::string& toml) {
  notebook::Notebook notebook;
  notebook.script_metadata = toml;
  notebook.script_metadata_line = 11;
  return read_script_metadata(notebook, "n.py");
}

std::string error_of(const std::string& toml) {
  try {
    read(toml);
  } catch (const PrepareError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ScriptMetadata, NotebookWithoutABlockHasNone) {
  EXPECT_FALSE(read_script_metadata({}, "n.py"));
}

TEST(ScriptMetadata, EmptyBlockDeclaresNothing) {
  const auto metadata = read("");
  ASSERT_TRUE(metadata);
  EXPECT_THAT(metadata->dependencies, IsEmpty());
  EXPECT_FALSE(metadata->requires_python);
}

TEST(ScriptMetadata, DependenciesAndPythonAreReadAndTheRestIsLeftToTheManager) {
  const auto metadata = read(
      "requires-python = \">=3.9\"\ndependencies = [\n  \"numpy\",\n  'marimo[sql]',\n]\n[tool.uv]\nx=1\n");
  EXPECT_THAT(metadata->dependencies, ElementsAre("numpy", "marimo[sql]"));
  EXPECT_EQ(metadata->requires_python, ">=3.9");
  EXPECT_EQ(metadata->requires_python_line, 11u);
}

TEST(ScriptMetadata, BrokenTomlIsAnErrorWithTheLineOfTheFile) {
  EXPECT_THAT(error_of("# fine\ndependencies = [\"a\",\n"),
              StartsWith("cannot read the script metadata of `n.py`: line 12: not valid TOML: "));
}

TEST(ScriptMetadata, DependenciesThatAreNoListAreAnErrorWithTheLineOfTheFile) {
  EXPECT_EQ(error_of("\n\ndependencies = \"numpy\"\n"),
            "cannot read the script metadata of `n.py`: line 13: `dependencies` must be a list of strings");
}

TEST(ScriptMetadata, DependencyThatIsNoTextIsAnErrorWithItsOwnLine) {
  EXPECT_THAT(error_of("dependencies = [\n  \"numpy\",\n  3,\n]\n"),
              HasSubstr("line 13: `dependencies` must"));
}

TEST(ScriptMetadata, PythonThatIsNoTextIsAnError) {
  EXPECT_THAT(error_of("requires-python = 3.9\n"), HasSubstr("line 11: `requires-python` must be a string"));
}

TEST(PackageName, IsNormalizedAndEndsWhereTheRequirementGoesOn) {
  EXPECT_EQ(package_name("Py_YAML[x]>=1"), "py-yaml");
  EXPECT_EQ(package_name("  marimo==0.24.0"), "marimo");
  EXPECT_EQ(package_name("zope.interface ; python_version < '4'"), "zope-interface");
  EXPECT_EQ(package_name("pkg @ https://host/pkg.whl"), "pkg");
  EXPECT_EQ(package_name(""), "");
}

TEST(DependsOn, ComparesWholeNames) {
  const ScriptMetadata metadata{{"marimo-extras", "Marimo[sql]>=0.20"}, {}, 0};
  EXPECT_TRUE(depends_on(metadata, "marimo"));
  EXPECT_FALSE(depends_on({{"marimo-extras"}, {}, 0}, "marimo"));
}

}  // namespace
}  // namespace cloche::environment
