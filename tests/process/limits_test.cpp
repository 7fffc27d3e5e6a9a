// Limits of what a command may use: each one is felt, and none is left out without a word.

#include <cerrno>
#include <csignal>
#include <fstream>
#include <type_traits>

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::TierTest;
using namespace std::chrono_literals;

template <class Value>
ResourceLimits only(std::optional<Value> ResourceLimits::*limit, std::type_identity_t<Value> value) {
  ResourceLimits limits;
  limits.*limit = value;
  return limits;
}

/// A cgroup of somebody else's with room for 32 MiB, of either version (cgroups(7)).
class LittleMemory {
 public:
  LittleMemory() {
    make("/sys/fs/cgroup/memory", "memory.limit_in_bytes");
    if (folder_.empty()) make("/sys/fs/cgroup", "memory.max");
  }
  ~LittleMemory() {
    if (folder_.empty()) return;
    EXPECT_EQ(::rmdir(folder_.c_str()), 0) << folder_;
  }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;
  const std::string& folder() const { return folder_; }

 private:
  void make(const std::string& parent, const std::string& limit) {
    const std::string folder = parent + "/test-of-cloche-" + std::to_string(::getpid());
    if (::mkdir(folder.c_str(), 0755) < 0) return;
    std::ofstream file(folder + "/" + limit);
    if (file << (32 << 20) << std::flush)
      folder_ = folder;
    else
      ::rmdir(folder.c_str());
  }
  std::string folder_;
};

/// Without a cgroup, so that the limits are those of each process.
class LimitsIn : public TierTest {
 protected:
  Command limited(std::vector<std::string> argv, const ResourceLimits& limits) {
    Command command;
    command.argv = std::move(argv);
    command.tier = GetParam();
    command.cgroup = CgroupUse::never;
    command.limits = limits;
    return command;
  }
  Result run_shell(const std::string& script, const ResourceLimits& limits) {
    return run(limited({"/bin/sh", "-c", script}, limits));
  }
};
INSTANTIATE_TEST_SUITE_P(, LimitsIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

TEST_P(LimitsIn, MemoryBeyondTheLimitIsRefused) {
  const Command command = limited({testing::program("memory_toucher"), "64"},
                                  only(&ResourceLimits::memory_bytes, std::uint64_t{256} << 20));
  const Result within = run(command);
  EXPECT_EQ(within.standard_output, "touched\n");
  EXPECT_EQ(within.limits_in_force.memory, LimitScope::process);
  Command greedy = command;
  greedy.argv[1] = "512";
  EXPECT_EQ(run(greedy).outcome, Outcome(Exited{3}));
}

TEST_P(LimitsIn, WithoutLimitsNoneIsSaidToBeInForce) {
  const Result result = run_shell("exit 0", {});
  EXPECT_EQ(result.limits_in_force.memory, LimitScope::none);
  EXPECT_EQ(result.limits_in_force.processes, LimitScope::none);
}

TEST_P(LimitsIn, CpuTimeBeyondTheLimitGivesItsSignal) {
  const auto began = Child::Clock::now();
  EXPECT_EQ(run_shell("while :; do :; done", only(&ResourceLimits::cpu_time, 1s)).outcome,
            Outcome((Signaled{SIGXCPU, false})));
  EXPECT_LT(Child::Clock::now() - began, 20s);
}

TEST_P(LimitsIn, FilesBeyondTheLimitCannotBeOpened) {
  EXPECT_EQ(run_shell("ulimit -n; ulimit -Hn", only(&ResourceLimits::open_files, 17)).standard_output,
            "17\n17\n");
  EXPECT_EQ(run_shell("exec 3</dev/null; exec 4</dev/null", only(&ResourceLimits::open_files, 4)).outcome,
            Outcome(Exited{2}));
}

TEST_P(LimitsIn, AFileThatGrowsBeyondTheLimitGivesItsSignal) {
  // A file without a name: the test's own.
  const Fd file(::memfd_create("limited", MFD_CLOEXEC));
  Command command = limited({"/bin/sh", "-c", "exec head -c 100000 /dev/zero >&5"},
                            only(&ResourceLimits::file_size_bytes, 4096));
  command.descriptors = {{file.get(), 5}};
  const Outcome outcome = run(command).outcome;
  ASSERT_TRUE(std::holds_alternative<Signaled>(outcome)) << describe(outcome);
  EXPECT_EQ(std::get<Signaled>(outcome).signal, SIGXFSZ);
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_END), 4096);
}

TEST_P(LimitsIn, CoreFilesHaveTheLimit) {
  EXPECT_EQ(run_shell("ulimit -c; ulimit -Hc", only(&ResourceLimits::core_size_bytes, 0)).standard_output,
            "0\n0\n");
}

TEST_P(LimitsIn, AHardLimitThatTheCallerHasItselfIsNeverRaised) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  ASSERT_NE(files.rlim_max, RLIM_INFINITY) << "the kernel has no such limit";
  EXPECT_EQ(run_shell("ulimit -n", only(&ResourceLimits::open_files, files.rlim_max + 1)).standard_output,
            std::to_string(files.rlim_max) + "\n");
}

TEST_P(LimitsIn, ASoftLimitOfTheCallerIsNoBound) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit lower{100, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &lower);
  const Result result = run_shell("ulimit -n", only(&ResourceLimits::open_files, 200));
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(result.standard_output, "200\n");
}

TEST_P(LimitsIn, ProcessesOfAUserAreLimitedAndThoseOfRootAreAnError) {
  const Result result = run_shell("ulimit -u", only(&ResourceLimits::processes, 5000));
  if (::geteuid() == 0) {
    EXPECT_EQ(result.outcome, Outcome((FailedToStart{EPERM, "limit resources"})));
    return;
  }
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_EQ(result.limits_in_force.processes, LimitScope::user);
}

TEST_P(LimitsIn, AnOrdinaryKillIsNotSaidToBeOutOfMemory) {
  const Result result =
      run_shell("kill -KILL $$", only(&ResourceLimits::memory_bytes, std::uint64_t{1} << 32));
  EXPECT_EQ(result.outcome, Outcome((Signaled{SIGKILL, false})));
  EXPECT_EQ(result.out_of_memory, OutOfMemory::no);
}

TEST_P(LimitsIn, AKillWhileTheKernelKilledForMemoryIsSaidToBePossiblyThat) {
  const LittleMemory little;
  if (little.folder().empty()) GTEST_SKIP() << "no cgroup with a memory limit can be made here";
  // The command's end is the kernel's doing, but no cgroup of ours can say so.
  const Result killed = run_shell(
      "echo 0 >" + little.folder() + "/cgroup.procs && exec " + testing::program("memory_toucher") + " 100",
      {});
  EXPECT_EQ(killed.outcome, Outcome((Signaled{SIGKILL, false}))) << killed.standard_error;
  EXPECT_EQ(killed.out_of_memory, OutOfMemory::possibly);
}

}  // namespace
}  // namespace cloche::process
