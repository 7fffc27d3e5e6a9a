// What run() keeps of a command's output, and what it feeds it.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::StartsWith;
using testing::TierTest;

class RunOptionsIn : public TierTest {
 protected:
  Result run_shell(const std::string& script, const RunOptions& options) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.tier = GetParam();
    return run(command, options);
  }
};
INSTANTIATE_TEST_SUITE_P(, RunOptionsIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

std::string content_of(const Fd& file) {
  std::string content;
  char buffer[65536];
  for (ssize_t size; (size = ::read(file.get(), buffer, sizeof buffer)) > 0;)
    content.append(buffer, static_cast<std::size_t>(size));
  return content;
}

TEST_P(RunOptionsIn, ALineSaysWhereBytesWereLeftOutAndHowMany) {
  RunOptions options;
  options.capture_limit = 8;
  const Result result = run_shell("printf abcdXXXXXefgh; printf 'ab\\n\\nXefgh' >&2", options);
  EXPECT_EQ(result.standard_output, "abcd\n[… 5 bytes left out …]\nefgh");
  EXPECT_EQ(result.standard_output_dropped, 5u);
  EXPECT_EQ(result.standard_error, "ab\n\n[… 1 bytes left out …]\nefgh");
  EXPECT_EQ(result.standard_error_dropped, 1u);
}

TEST_P(RunOptionsIn, WithoutTheMarkTheTwoHalvesMeet) {
  RunOptions options;
  options.capture_limit = 8;
  options.mark_cut = false;
  const Result result = run_shell("printf abcdXXXXXefgh", options);
  EXPECT_EQ(result.standard_output, "abcdefgh");
  EXPECT_EQ(result.standard_output_dropped, 5u);
}

TEST_P(RunOptionsIn, OutputOfExactlyTheLimitIsWholeAndUnmarked) {
  RunOptions options;
  options.capture_limit = 8;
  options.spill = true;
  const Result result = run_shell("printf abcdefgh", options);
  EXPECT_EQ(result.standard_output, "abcdefgh");
  EXPECT_EQ(result.standard_output_dropped, 0u);
  EXPECT_FALSE(result.standard_output_file) << "nothing was cut";
}

TEST_P(RunOptionsIn, TheSpillFileHoldsAllOfTheOutput) {
  RunOptions options;
  options.capture_limit = 1000;
  options.spill = true;
  const Result result = run_shell("seq 1 200000; printf small >&2", options);
  const std::string all = run_shell("seq 1 200000", {}).standard_output;
  ASSERT_EQ(all.size(), 1'288'895u);
  ASSERT_TRUE(result.standard_output_file);
  EXPECT_TRUE(content_of(result.standard_output_file) == all);
  EXPECT_EQ(result.standard_output_dropped, all.size() - 1000);
  EXPECT_THAT(result.standard_output, StartsWith(all.substr(0, 500)));
  EXPECT_FALSE(result.standard_error_file);
  EXPECT_EQ(result.standard_error, "small");
}

TEST_P(RunOptionsIn, TheSpillFileHasNoNameAndIsNobodyElses) {
  RunOptions options;
  options.capture_limit = 2;
  options.spill = true;
  const Result result = run_shell("echo four", options);
  struct stat status {};
  ASSERT_EQ(::fstat(result.standard_output_file.get(), &status), 0);
  EXPECT_EQ(status.st_nlink, 0u);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_P(RunOptionsIn, WithALimitOfNothingEverythingIsInTheFile) {
  RunOptions options;
  options.capture_limit = 0;
  options.spill = true;
  options.mark_cut = false;
  const Result result = run_shell("printf one; printf two", options);
  EXPECT_EQ(result.standard_output, "");
  EXPECT_EQ(result.standard_output_dropped, 6u);
  EXPECT_EQ(content_of(result.standard_output_file), "onetwo");
}

TEST_P(RunOptionsIn, InputIsGivenWholeAndThenEnds) {
  RunOptions options;
  options.standard_input = std::string(std::size_t{3} << 20, 'i') + "end";
  const Result result = run_shell("exec cat", options);
  EXPECT_TRUE(result.standard_output == options.standard_input);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
}

TEST_P(RunOptionsIn, InputThatIsNotReadHoldsNothingUp) {
  RunOptions options;
  options.standard_input = std::string(std::size_t{3} << 20, 'i');
  EXPECT_EQ(run_shell("exit 6", options).outcome, Outcome(Exited{6}));
}

TEST_P(RunOptionsIn, MergedStreamsKeepTheirOrder) {
  Command command;
  command.argv = {"/bin/sh", "-c", "echo 1; echo 2 >&2; echo 3; echo 4 >&2"};
  command.tier = GetParam();
  command.standard_error = Stdio::merged();
  const Result result = run(command);
  EXPECT_EQ(result.standard_output, "1\n2\n3\n4\n");
  EXPECT_EQ(result.standard_error, "");
}

}  // namespace
}  // namespace cloche::process
