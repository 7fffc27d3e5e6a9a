#include "cli/command_line.hpp"

#include <gtest/gtest.h>

namespace cloche::cli {
namespace {

struct Said {
  ExitCode code;
  std::string standard_output;
  std::string standard_error;
};

Said run(const std::vector<std::string>& words) {
  const process::Cancellation cancellation;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const ExitCode code = run_command_line(words, cancellation);
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, VersionIsAResult) {
  for (const char* word : {"--version", "-V"}) {
    const Said said = run({word});
    EXPECT_EQ(said.code, ExitCode::done);
    EXPECT_EQ(said.standard_output, "cloche " CLOCHE_VERSION "\n");
    EXPECT_EQ(said.standard_error, "");
  }
}

TEST(CommandLine, HelpIsAResultAndNamesEveryCommand) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"-h"}, {"export", "--help"}, {"export", "html", "--help"}}) {
    const Said said = run(words);
    EXPECT_EQ(said.code, ExitCode::done);
    EXPECT_NE(said.standard_output.find("export html"), std::string::npos);
    EXPECT_EQ(said.standard_error, "");
  }
}

TEST(CommandLine, UnknownWordsAreNamedWithOneHint) {
  const auto error = [](std::vector<std::string> words) {
    const Said said = run(std::move(words));
    EXPECT_EQ(said.code, ExitCode::usage);
    EXPECT_EQ(said.standard_output, "");
    return said.standard_error;
  };
  EXPECT_EQ(error({}), "error: no command given\n\nhint: the commands are `export`, `run`, `doctor`\n");
  EXPECT_EQ(error({"exprot"}), "error: unknown command `exprot`\n\nhint: did you mean `export`?\n");
  EXPECT_EQ(error({"zebra"}),
            "error: unknown command `zebra`\n\nhint: the commands are `export`, `run`, `doctor`\n");
  EXPECT_EQ(error({"export"}), "error: no format given\n\nhint: the formats are `html`, `session`\n");
  EXPECT_EQ(error({"export", "htlm"}), "error: unknown format `htlm`\n\nhint: did you mean `html`?\n");
  EXPECT_EQ(error({"export", "pdf", "n.py"}),
            "error: unknown format `pdf`\n\nhint: the formats are `html`, `session`\n");
  EXPECT_EQ(error({"-q", "export"}), "error: unknown option `-q`\n\nhint: options go after the command\n");
}

}  // namespace
}  // namespace cloche::cli
