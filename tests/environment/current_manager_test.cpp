#include "environment/current_manager.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "environment/surroundings.hpp"

namespace cloche::environment {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

class CurrentManagerTest : public test::Surroundings {
 protected:
  CurrentManagerTest() {
    write_program("bin/python3", "printf 3.11.2");
    write_program("venv/bin/python", "printf 3.12.1");
    write("venv/pyvenv.cfg", "");
  }

  Environment prepare(const std::string& python = {}, const std::optional<ScriptMetadata>& metadata = {}) {
    Request request;
    request.notebook = &notebook_;
    request.shown_path = "n.py";
    request.python = python;
    return CurrentManager().prepare(request, metadata);
  }
  std::string error_of(const std::string& python, const std::optional<ScriptMetadata>& metadata = {}) {
    try {
      prepare(python, metadata);
    } catch (const PrepareError& error) {
      return error.what();
    }
    return "no error";
  }

  notebook::Notebook notebook_;
};

TEST_F(CurrentManagerTest, PythonOnPathIsUsedWhenNothingElseIsKnown) {
  EXPECT_EQ(prepare().python, path("bin/python3"));
  EXPECT_EQ(prepare().manager, "current");
}

TEST_F(CurrentManagerTest, ActiveVirtualEnvironmentComesBeforePath) {
  set("VIRTUAL_ENV", path("venv"));
  EXPECT_EQ(prepare().python, path("venv/bin/python"));
}

TEST_F(CurrentManagerTest, ActiveCondaEnvironmentComesBeforePath) {
  set("CONDA_PREFIX", path("venv"));
  EXPECT_EQ(prepare().python, path("venv/bin/python"));
}

TEST_F(CurrentManagerTest, VirtualEnvironmentThatIsGoneIsPassedOver) {
  set("VIRTUAL_ENV", path("gone"));
  EXPECT_EQ(prepare().python, path("bin/python3"));
}

TEST_F(CurrentManagerTest, NamedInterpreterComesFirst) {
  set("VIRTUAL_ENV", path("venv"));
  EXPECT_EQ(prepare("python3").python, path("bin/python3"));
  EXPECT_EQ(prepare(path("bin/python3")).python, path("bin/python3"));
}

TEST_F(CurrentManagerTest, NamedFolderIsAVirtualEnvironment) {
  EXPECT_EQ(prepare(path("venv")).python, path("venv/bin/python"));
}

TEST_F(CurrentManagerTest, InterpreterOfAVirtualEnvironmentIsActivated) {
  const Environment environment = prepare(path("venv/bin/python"));
  EXPECT_THAT(environment.variables.set, Contains(Pair("VIRTUAL_ENV", path("venv"))));
  EXPECT_THAT(environment.variables.set, Contains(Pair("PATH", path("venv/bin") + ":" + path("bin"))));
}

TEST_F(CurrentManagerTest, ForeignVirtualEnvironmentDoesNotReachTheNotebook) {
  set("VIRTUAL_ENV", path("venv"));
  EXPECT_THAT(prepare("python3").variables.removed, Contains("VIRTUAL_ENV"));
}

TEST_F(CurrentManagerTest, MissingInterpreterSaysWhatIsMissing) {
  write("file", "");
  EXPECT_EQ(error_of("python9"), "cannot use `python9` as Python: no such program on PATH");
  EXPECT_EQ(error_of("./no/python"), "cannot use `./no/python` as Python: no such file");
  EXPECT_EQ(error_of(path("file")), "cannot use `" + path("file") + "` as Python: is not an executable file");
  EXPECT_EQ(error_of(path("bin")),
            "cannot use `" + path("bin") + "` as Python: is a folder without bin/python");
}

TEST_F(CurrentManagerTest, MachineWithoutPythonIsAnErrorWithAHint) {
  set("PATH", path("nothing"));
  try {
    prepare();
    FAIL() << "there is no Python";
  } catch (const PrepareError& error) {
    EXPECT_STREQ(error.what(), "cannot find Python: there is no `python3` on PATH");
    EXPECT_EQ(error.hint(), "name one with --python");
  }
}

TEST_F(CurrentManagerTest, PythonThatTheNotebookDoesNotAcceptIsAnErrorThatNamesBothVersions) {
  EXPECT_EQ(
      error_of("", ScriptMetadata{{}, ">=9.1", 3}),
      "cannot run `n.py` with `" + path("bin/python3") + "`, which is Python 3.11.2: line 3 requires >=9.1");
}

TEST_F(CurrentManagerTest, PythonThatTheNotebookAcceptsIsUsed) {
  EXPECT_EQ(prepare("", ScriptMetadata{{}, ">=3.9", 3}).python, path("bin/python3"));
}

TEST_F(CurrentManagerTest, RequirementThatIsNoVersionIsAnErrorWithItsLine) {
  EXPECT_THAT(error_of("", ScriptMetadata{{}, "three", 3}),
              HasSubstr("line 3: `three` is no list of Python versions"));
}

}  // namespace
}  // namespace cloche::environment
