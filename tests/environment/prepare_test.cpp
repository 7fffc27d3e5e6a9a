#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "environment/environment.hpp"
#include "environment/fake_uv.hpp"

namespace cloche::environment {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

class Prepare : public test::WithFakeUv {
 protected:
  Prepare() {
    write_program("bin/python3", "printf 3.11.2");
    write("n.py", "the notebook");
    request_.notebook = &notebook_;
    request_.notebook_path = path("n.py");
    request_.shown_path = "n.py";
    request_.on_progress = [this](std::string_view line) { progress_.emplace_back(line); };
    request_.on_notice = [this](std::string_view line) { notices_.emplace_back(line); };
  }
  void declare(const std::string& toml) {
    notebook_.script_metadata = toml;
    notebook_.script_metadata_line = 2;
  }
  void without_uv() {
    std::filesystem::remove(path("bin/uv"));
    set("PATH", path("bin"));
  }
  PrepareError error() {
    try {
      prepare(request_);
    } catch (const PrepareError& error) {
      return error;
    }
    return PrepareError("no error");
  }

  notebook::Notebook notebook_;
  Request request_;
  std::vector<std::string> progress_;
  std::vector<std::string> notices_;
};

TEST_F(Prepare, NotebookWithoutDependenciesUsesTheInterpreterThatIsThere) {
  EXPECT_EQ(prepare(request_).manager, "current");
  declare("dependencies = []\n");
  EXPECT_EQ(prepare(request_).manager, "current");
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(Prepare, NotebookWithDependenciesGetsASandbox) {
  declare("dependencies = ['numpy']\n");
  const Environment environment = prepare(request_);
  EXPECT_EQ(environment.manager, "uv");
  EXPECT_EQ(environment.root, path("environment"));
  EXPECT_EQ(environment.python, path("environment/bin/python"));
  EXPECT_THAT(environment.variables.set, Contains(Pair("VIRTUAL_ENV", path("environment"))));
}

TEST_F(Prepare, UvThatIsNamedByTheVariableIsUsed) {
  write_program("elsewhere/uv", "exec " + path("bin/uv") + " \"$@\"");
  std::filesystem::rename(path("bin/uv"), path("bin/real"));
  write_program("elsewhere/uv", "exec " + path("bin/real") + " \"$@\"");
  set("UV", path("elsewhere/uv"));
  declare("dependencies = ['numpy']\n");
  EXPECT_EQ(prepare(request_).manager, "uv");
}

TEST_F(Prepare, WithoutUvANoticeSaysWhatIsDoneInsteadAndHowToGetUv) {
  without_uv();
  declare("dependencies = ['numpy']\n");
  EXPECT_EQ(prepare(request_).python, path("bin/python3"));
  EXPECT_THAT(notices_, ElementsAre(AllOf(HasSubstr("uv is not installed"), HasSubstr(path("bin/python3")),
                                          HasSubstr("pip install uv"))));
}

TEST_F(Prepare, SandboxThatCannotBeHonouredIsAnErrorWithAHint) {
  without_uv();
  declare("dependencies = ['numpy']\n");
  request_.sandbox = true;
  EXPECT_STREQ(error().what(), "cannot make a sandbox for `n.py`: uv is not installed");
  EXPECT_THAT(error().hint(), HasSubstr("pip install uv"));
}

TEST_F(Prepare, NoSandboxIgnoresEvenBrokenMetadata) {
  declare("dependencies = [\n");
  request_.sandbox = false;
  EXPECT_EQ(prepare(request_).manager, "current");
}

TEST_F(Prepare, BrokenMetadataIsAnErrorBeforeAnythingStarts) {
  declare("dependencies = [\n");
  EXPECT_THAT(error().what(), HasSubstr("`n.py`: line 2: not valid TOML"));
  EXPECT_EQ(read("uv.log"), "");
}

TEST_F(Prepare, NamedInterpreterIsUsedAsItIs) {
  declare("dependencies = ['numpy']\n");
  request_.python = "python3";
  EXPECT_EQ(prepare(request_).python, path("bin/python3"));
}

TEST_F(Prepare, SandboxIsMadeWithTheNamedInterpreter) {
  declare("dependencies = ['numpy']\n");
  request_.python = "3.12";
  request_.sandbox = true;
  EXPECT_EQ(prepare(request_).manager, "uv");
  EXPECT_THAT(read("uv.log"), HasSubstr("--python 3.12"));
}

TEST_F(Prepare, RelativePathOfAnInterpreterIsMeantFromHere) {
  declare("dependencies = ['numpy']\n");
  request_.python = "./my/python";
  request_.sandbox = true;
  prepare(request_);
  EXPECT_THAT(read("uv.log"),
              HasSubstr("--python " + (std::filesystem::current_path() / "my/python").string()));
}

TEST_F(Prepare, SandboxOfANotebookWithoutMetadataIsAnEmptyEnvironment) {
  request_.sandbox = true;
  const Environment environment = prepare(request_);
  EXPECT_EQ(environment.manager, "uv");
  EXPECT_THAT(environment.root, StartsWith(path("cache/cloche/overlays/")));
  EXPECT_THAT(read("uv.log"), Not(HasSubstr("pip")));
}

TEST_F(Prepare, MarimoThatACellImportsIsLaidOverTheEnvironment) {
  declare("dependencies = ['numpy']\n");
  notebook_.cells.emplace_back().source = "import marimo as mo";
  const Environment environment = prepare(request_);
  EXPECT_THAT(environment.python, StartsWith(path("cache/cloche/overlays/")));
  EXPECT_EQ(environment.root, path("environment"));
  EXPECT_EQ(read("n.py"), "the notebook");
}

TEST_F(Prepare, MarimoThatTheCallerWantsIsLaidOverTheEnvironment) {
  declare("dependencies = ['numpy']\n");
  request_.wants_marimo = true;
  EXPECT_THAT(prepare(request_).python, StartsWith(path("cache/cloche/overlays/")));
}

TEST_F(Prepare, MarimoThatTheEnvironmentHasIsUsed) {
  write("environment/lib/python3.11/site-packages/marimo-0.24.0.dist-info/METADATA", "");
  declare("dependencies = ['marimo']\n");
  notebook_.cells.emplace_back().source = "import marimo as mo";
  EXPECT_EQ(prepare(request_).python, path("environment/bin/python"));
}

TEST_F(Prepare, ProgressShowsNoCredential) {
  declare("dependencies = ['numpy']\n");
  prepare(request_);
  EXPECT_THAT(progress_, ElementsAre("Resolved 2 packages from https://***@index.example/simple"));
}

TEST_F(Prepare, UvThatFailsIsAnErrorInItsOwnWords) {
  write_program("bin/uv", "echo 'error: No solution found when resolving dependencies' >&2; exit 1");
  declare("dependencies = ['numpy']\n");
  EXPECT_STREQ(
      error().what(),
      "cannot prepare an environment for `n.py`: no packages satisfy its requirements: No solution found "
      "when resolving dependencies");
}

TEST_F(Prepare, UvThatSaysNothingOfUseIsAnError) {
  write_program("bin/uv", "echo done");
  declare("dependencies = ['numpy']\n");
  EXPECT_THAT(error().what(), HasSubstr("did not say where it is"));
}

TEST_F(Prepare, CancellationEndsASlowUvAndItsChildren) {
  ASSERT_EQ(::mkfifo(path("alive").c_str(), 0600), 0);
  write_program("bin/uv", "exec 9>" + path("alive") + "; sleep 6000 & echo up >&9; wait");
  declare("dependencies = ['numpy']\n");
  process::Cancellation cancellation;
  request_.cancellation = &cancellation;
  std::thread watcher([&] {
    std::ifstream alive(path("alive"));
    alive.get();
    cancellation.request();
    // The end of the file comes when the last of them is gone.
    while (alive.get() != std::ifstream::traits_type::eof()) {
    }
  });
  EXPECT_THROW(prepare(request_), PrepareCancelled);
  watcher.join();
}

TEST_F(Prepare, RequestedCancellationStartsNothing) {
  declare("dependencies = ['numpy']\n");
  process::Cancellation cancellation;
  cancellation.request();
  request_.cancellation = &cancellation;
  EXPECT_THROW(prepare(request_), PrepareCancelled);
  EXPECT_EQ(read("uv.log"), "");
}

}  // namespace
}  // namespace cloche::environment
