#include "cli/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/export_options.hpp"
#include "cli/help.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

batch::ExportRequest parse(std::vector<std::string> words) {
  CLI::App app("What it does.", "cloche export html");
  const ExportOptions options(app);
  EXPECT_FALSE(parse_options(app, std::move(words)));
  return options.request();
}

/// "WHAT | HINT"
std::string error_of(std::vector<std::string> words) {
  try {
    parse(std::move(words));
  } catch (const UsageError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "no error";
}

TEST(SplitArguments, WordsAfterTheFirstDoubleDashAreTheNotebooksUnchanged) {
  const Arguments arguments = split_arguments({"n.py", "-f", "--", "-o", "--", "", "$x"});
  EXPECT_THAT(arguments.own, ElementsAre("n.py", "-f"));
  EXPECT_THAT(arguments.passed_on, ElementsAre("-o", "--", "", "$x"));
}

TEST(SplitArguments, WithoutADoubleDashTheNotebookGetsNone) {
  EXPECT_THAT(split_arguments({"n.py"}).passed_on, IsEmpty());
  EXPECT_THAT(split_arguments({"n.py", "--"}).passed_on, IsEmpty());
}

TEST(ExportOptions, DefaultsAreThoseOfTheHelp) {
  const batch::ExportRequest request = parse({"n.py"});
  EXPECT_EQ(request.notebook_path, "n.py");
  EXPECT_FALSE(request.output_path);
  EXPECT_FALSE(request.overwrite);
  EXPECT_FALSE(request.sandbox);
  EXPECT_FALSE(request.timeout);
  EXPECT_FALSE(request.tier);
  EXPECT_EQ(request.stop.grace, milliseconds(5000));
}

TEST(ExportOptions, EachOptionReachesTheRequest) {
  const batch::ExportRequest request =
      parse({"-o", "out.html", "-f", "--python", "py", "--timeout", "2m", "--cell-timeout=3", "--grace", "0",
             "--tier", "subreaper", "n.py"});
  EXPECT_EQ(request.output_path, "out.html");
  EXPECT_TRUE(request.overwrite);
  EXPECT_EQ(request.python, "py");
  EXPECT_EQ(request.timeout, milliseconds(120'000));
  EXPECT_EQ(request.cell_timeout, milliseconds(3000));
  EXPECT_EQ(request.stop.grace, milliseconds(0));
  EXPECT_EQ(request.tier, process::Tier::subreaper);
}

TEST(ExportOptions, SandboxIsAskedForOrRefusedOrLeftToTheDefault) {
  EXPECT_EQ(parse({"n.py", "--sandbox"}).sandbox, true);
  EXPECT_EQ(parse({"n.py", "--no-sandbox"}).sandbox, false);
  EXPECT_EQ(parse({"n.py", "--sandbox", "--no-sandbox"}).sandbox, false);
}

TEST(ExportOptions, LastOfARepeatedOptionCounts) {
  EXPECT_EQ(parse({"n.py", "-o", "a", "-o", "b"}).output_path, "b");
}

TEST(ExportOptions, EmptyOutputIsNotStdout) {
  EXPECT_EQ(parse({"n.py", "-o", ""}).output_path, "");
}

TEST(ExportOptions, TimeLimitOfZeroIsNone) {
  EXPECT_FALSE(parse({"n.py", "--timeout", "0"}).timeout);
}

TEST(ExportOptions, MistakesAreNamedWithOneHint) {
  EXPECT_EQ(error_of({"n.py", "--sandobx"}), "unknown option `--sandobx` | did you mean `--sandbox`?");
  EXPECT_EQ(error_of({"n.py", "--no-sandbx"}), "unknown option `--no-sandbx` | did you mean `--no-sandbox`?");
  EXPECT_EQ(error_of({"n.py", "--outptu=x"}), "unknown option `--outptu` | did you mean `--output`?");
  EXPECT_EQ(error_of({"n.py", "--zebra"}),
            "unknown option `--zebra` | `cloche export html --help` shows the options");
  EXPECT_EQ(error_of({"n.py", "more"}), "unexpected argument `more` | words for the notebook go after `--`");
  EXPECT_EQ(error_of({}), "no notebook given | `cloche export html --help` shows the options");
  EXPECT_EQ(error_of({"--zebra"}),
            "unknown option `--zebra` | `cloche export html --help` shows the options");
  EXPECT_EQ(error_of({"n.py", "--timeout"}),
            "option `--timeout` needs a value | `cloche export html --help` shows the options");
  EXPECT_EQ(error_of({"n.py", "-o"}),
            "option `--output` needs a value | `cloche export html --help` shows the options");
  EXPECT_EQ(error_of({"n.py", "--tier", "subreeper"}),
            "--tier: there is no tier `subreeper` | did you mean `subreaper`?");
  EXPECT_EQ(error_of({"n.py", "--sandbox=maybe"}),
            "option `--sandbox` takes no such value | `cloche export html --help` shows the options");
}

TEST(Help, NamesEveryOptionOnOneScreen) {
  CLI::App app("What it does.", "cloche export html");
  const ExportOptions options(app);
  const std::string help = help_of(app, export_usage);
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      EXPECT_NE(help.find("--" + name), std::string::npos) << name;
    }
  }
  std::istringstream lines(help);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_LE(count, 32);
}

TEST(Help, IsAskedForByTwoNames) {
  CLI::App app("What it does.", "cloche export html");
  const ExportOptions options(app);
  EXPECT_TRUE(parse_options(app, {"--help"}));
  EXPECT_TRUE(parse_options(app, {"n.py", "-h"}));
}

}  // namespace
}  // namespace cloche::cli
