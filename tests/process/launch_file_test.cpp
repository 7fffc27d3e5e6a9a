#include "process/launch_file.hpp"

#include <csignal>
#include <cstdlib>

#include <gmock/gmock.h>

#include <cloche/process/error.hpp>

#include "process/stop_terms.hpp"

namespace cloche::process {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

std::vector<std::string> texts(char* const* array) {
  std::vector<std::string> result;
  for (; *array != nullptr; ++array) result.emplace_back(*array);
  return result;
}

TEST(LaunchFile, IsReadBackAsItWasWritten) {
  Command command;
  command.argv = {"prog", "", "two words"};
  command.environment.inherited = false;
  command.environment.set = {{"A", "1"}, {"PATH", "/x::/y"}};
  command.working_directory = "/tmp";
  command.descriptors = {{4, 9}, {5, 3}};
  LaunchTerms terms;
  terms.hold = guardian::Hold::pid_namespace;
  terms.deadline_ms = 123456789012;
  terms.deadline_stop = terms_of({SIGINT, 70ms, 10ms, {{SIGTERM, 30ms}}});
  std::vector<char> bytes = launch_file(command, terms);
  ASSERT_TRUE(guardian::is_sound(bytes.data(), bytes.size()));
  const guardian::Launch launch = guardian::launch_from(bytes.data());
  EXPECT_THAT(texts(launch.argv), ElementsAre("prog", "", "two words"));
  EXPECT_THAT(texts(launch.env), ElementsAre("A=1", "PATH=/x::/y"));
  EXPECT_THAT(texts(launch.programs), ElementsAre("/x/prog", "./prog", "/y/prog"));
  EXPECT_STREQ(launch.working_directory, "/tmp");
  ASSERT_EQ(launch.target_count, 2u);
  EXPECT_EQ(launch.targets[0], 3);
  EXPECT_EQ(launch.targets[1], 9);
  EXPECT_EQ(launch.hold, guardian::Hold::pid_namespace);
  EXPECT_EQ(launch.deadline_ms, 123456789012);
  ASSERT_EQ(launch.deadline_stop.count, 2u);
  EXPECT_EQ(launch.deadline_stop.steps[0].signal, SIGINT);
  EXPECT_EQ(launch.deadline_stop.steps[0].grace_ms, 70);
  EXPECT_EQ(launch.deadline_stop.steps[1].signal, SIGTERM);
  EXPECT_EQ(launch.deadline_stop.steps[1].grace_ms, 30);
  EXPECT_FALSE(launch.outlives_main_process);
}

std::vector<char> file_with_two_descriptors() {
  Command command;
  command.argv = {"prog"};
  command.descriptors = {{4, 9}, {5, 3}};
  return launch_file(command, {});
}

TEST(LaunchFile, ADamagedHeaderIsRefused) {
  using Header = guardian::LaunchHeader;
  const std::vector<void (*)(Header&)> damages = {
      [](Header& header) { ++header.size; },
      [](Header& header) { header.env = header.argv; },
      [](Header& header) { header.programs = header.argv + 8; },
      [](Header& header) { header.targets = header.argv; },
      [](Header& header) { header.argv = 0; },
      [](Header& header) { header.argv = header.size; },
      [](Header& header) { header.argv += 1; },
      [](Header& header) { header.working_directory = 8; },
      [](Header& header) { header.cgroup_name = header.size; },
      [](Header& header) { header.target_count = 1000; },
      [](Header& header) { header.limit_count = guardian::max_limits + 1; },
      [](Header& header) { header.deadline_stop.count = guardian::max_stop_steps + 1; },
      [](Header& header) { header.hold = static_cast<guardian::Hold>(3); },
      [](Header& header) { header.terminal = static_cast<guardian::Terminal>(4); },
      [](Header& header) { header.terminal = guardian::Terminal::own; },
      [](Header& header) { header.terminal_stream = 3; }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    std::vector<char> bytes = file_with_two_descriptors();
    ASSERT_TRUE(guardian::is_sound(bytes.data(), bytes.size()));
    damages[i](*reinterpret_cast<Header*>(bytes.data()));
    EXPECT_FALSE(guardian::is_sound(bytes.data(), bytes.size())) << "damage " << i;
  }
}

TEST(LaunchFile, DescriptorNumbersOutOfOrderAreRefused) {
  std::vector<char> bytes = file_with_two_descriptors();
  const std::uint64_t targets = reinterpret_cast<guardian::LaunchHeader*>(bytes.data())->targets;
  auto* const numbers = reinterpret_cast<std::int32_t*>(bytes.data() + targets);
  for (const auto& [first, second] : {std::pair{9, 3}, {3, 3}, {2, 9}, {3, INT32_MAX}}) {
    numbers[0] = first;
    numbers[1] = second;
    EXPECT_FALSE(guardian::is_sound(bytes.data(), bytes.size())) << first << " " << second;
  }
}

TEST(LaunchFile, AProgramWithASlashIsTakenAsItIs) {
  EXPECT_THAT(program_candidates("./a", "/bin"), ElementsAre("./a"));
  EXPECT_THAT(program_candidates("a", "/bin"), ElementsAre("/bin/a"));
  EXPECT_THAT(program_candidates("a", ""), ElementsAre("./a"));
}

TEST(LaunchFile, TheEnvironmentIsTheCallersWithChanges) {
  ::setenv("CLOCHE_TEST_KEPT", "kept", 1);
  ::setenv("CLOCHE_TEST_REMOVED", "x", 1);
  ::setenv("CLOCHE_TEST_REPLACED", "old", 1);
  Environment environment;
  environment.removed = {"CLOCHE_TEST_REMOVED"};
  environment.set = {{"CLOCHE_TEST_REPLACED", "new"}};
  const std::vector<std::string> entries = environment_of(environment);
  EXPECT_THAT(entries, Contains("CLOCHE_TEST_KEPT=kept"));
  EXPECT_THAT(entries, Contains("CLOCHE_TEST_REPLACED=new"));
  EXPECT_THAT(entries, Not(Contains("CLOCHE_TEST_REPLACED=old")));
  EXPECT_THAT(entries, Not(Contains("CLOCHE_TEST_REMOVED=x")));
}

TEST(LaunchFile, ADescriptorNumberThatCanNotBeIsAnError) {
  Command command;
  command.argv = {"true"};
  command.descriptors = {{0, 2}};
  EXPECT_THROW(launch_file(command, {}), Error);
  command.descriptors = {{0, 3}, {1, 3}};
  EXPECT_THROW(launch_file(command, {}), Error);
}

}  // namespace
}  // namespace cloche::process
