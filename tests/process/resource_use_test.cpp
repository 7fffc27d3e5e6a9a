// What a tree has used is counted, whoever of it used it.

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::TierTest;
using namespace std::chrono_literals;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

class ResourceUseIn : public TierTest {
 protected:
  ResourceUse use_of(std::vector<std::string> argv) {
    Command command;
    command.argv = std::move(argv);
    command.tier = GetParam();
    const Result result = run(command);
    EXPECT_EQ(result.outcome, Outcome(Exited{0}));
    return result.resource_use;
  }
  /// What the kernel counts in because the command was started from our own memory.
  static std::uint64_t callers_share() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return GetParam() == Tier::process_group ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
  }
  /// Its limit ends it when it has used a second.
  const std::string burner = "(ulimit -t 1; while :; do :; done) 2>/dev/null";
};
INSTANTIATE_TEST_SUITE_P(, ResourceUseIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

TEST_P(ResourceUseIn, TheCpuTimeOfGrandchildrenIsCounted) {
  // The grandchild is ended by its limit of one second, and its parents wait for it.
  const ResourceUse use = use_of({"/bin/sh", "-c", "sh -c '" + burner + "; exit 0'; exit 0"});
  // The limit is counted in ticks, what was used is not.
  EXPECT_GE(use.user_time + use.system_time, 500ms);
  EXPECT_LT(use.user_time + use.system_time, 10s);
  EXPECT_GE(use.wall_time, 500ms);
}

TEST_P(ResourceUseIn, AnIdleCommandUsesNearlyNothing) {
  const ResourceUse use = use_of({"true"});
  EXPECT_LT(use.user_time + use.system_time, 500ms);
  EXPECT_GT(use.wall_time, 0ms);
  EXPECT_LT(use.peak_memory_bytes, 64 * mebibyte + callers_share());
  EXPECT_GT(use.peak_memory_bytes, 0u);
}

TEST_P(ResourceUseIn, ThePeakMemoryIsThatOfTheBiggestProcess) {
  const ResourceUse use = use_of({"/bin/sh", "-c", testing::program("memory_toucher") + " 64; exit 0"});
  EXPECT_GE(use.peak_memory_bytes, 64 * mebibyte);
  EXPECT_LT(use.peak_memory_bytes, 256 * mebibyte + callers_share());
}

/// Whatever they used by then: nobody but the guardian can wait for them.
class OrphansUseIn : public ResourceUseIn {};
INSTANTIATE_TEST_SUITE_P(, OrphansUseIn, ::testing::ValuesIn(testing::whole_tree_tiers),
                         testing::tier_test_name);

TEST_P(OrphansUseIn, WhatIsLeftBehindIsCountedToo) {
  // The main process leaves when the orphan's output, all of it after the memory was touched, has come.
  const ResourceUse use =
      use_of({"/bin/bash", "-c",
              "read -r word < <(" + testing::program("memory_toucher") + " 64; sleep 1000); exit 0"});
  EXPECT_GE(use.peak_memory_bytes, 64 * mebibyte);
}

}  // namespace
}  // namespace cloche::process
