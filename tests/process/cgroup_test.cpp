// A cgroup besides the tier: it holds the tree, and is gone with it, however that ends.

#include "process/cgroup.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::StartsWith;
using testing::TierTest;

class CgroupIn : public TierTest {
 protected:
  /// In a cgroup of the test's own, so that nobody else's come and go there.
  void SetUp() override {
    TierTest::SetUp();
    std::string reason;
    const std::optional<CgroupParent> parent = open_cgroup_parent(reason);
    if (!parent) GTEST_SKIP() << "no cgroup v2 can be written here: " << reason;
    // Enabled for the test's own, where they are to be had.
    for (const char* controller : {"memory", "pids"}) has_controller(*parent, controller, reason);
    const std::string folder = parent->path + "/test-of-cloche-" + std::to_string(::getpid());
    if (::mkdir(folder.c_str(), 0755) < 0) GTEST_SKIP() << "no cgroup can be made in " << parent->path;
    folder_ = folder;
    ::setenv("CLOCHE_CGROUP", folder.c_str(), 1);
  }
  void TearDown() override {
    if (!folder_.empty()) {
      ::unsetenv("CLOCHE_CGROUP");
      EXPECT_EQ(::rmdir(folder_.c_str()), 0) << "something is left in it";
    }
    TierTest::TearDown();
  }

  bool has(const std::string& controller) const {
    std::string reason;
    return has_controller(*open_cgroup_parent(reason), controller, reason);
  }
  Command shell(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.tier = GetParam();
    command.cgroup = CgroupUse::always;
    return command;
  }
  std::set<std::string> leaves() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (entry.is_directory()) found.insert(entry.path().filename());
    return found;
  }
  std::string folder_;
};
INSTANTIATE_TEST_SUITE_P(, CgroupIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

TEST_P(CgroupIn, ItHoldsTheWholeTree) {
  Command command = shell("cat /proc/self/cgroup; setsid sh -c 'cat /proc/self/cgroup'; read -r line");
  command.standard_input = command.standard_output = Stdio::pipe();
  ConversationOptions options;
  options.by_line = true;
  Conversation talk(command, options);
  EXPECT_TRUE(talk.child().has_cgroup());
  ASSERT_EQ(leaves().size(), 1u);
  const std::string leaf = *leaves().begin();
  EXPECT_THAT(leaf, StartsWith("cloche-" + std::to_string(::getpid()) + "-"));
  talk.end_input();
  int inside = 0;
  for (;;) {
    const Event event = *talk.next();
    if (const auto* received = std::get_if<Received>(&event))
      if (received->bytes.starts_with("0::") && received->bytes.ends_with("/" + leaf)) ++inside;
    if (std::holds_alternative<Outcome>(event)) break;
  }
  EXPECT_EQ(inside, 2);
}

TEST_P(CgroupIn, ItIsGoneWithTheCommand) {
  for (const char* script : {"exit 0", "exit 3", "kill -KILL $$", "setsid sleep 1000 & exit 0"}) {
    const Outcome outcome = run(shell(script)).outcome;
    EXPECT_FALSE(std::holds_alternative<FailedToStart>(outcome)) << describe(outcome);
    EXPECT_THAT(leaves(), ::testing::IsEmpty()) << script;
  }
  Command missing = shell("");
  missing.argv = {"/no/such/command"};
  EXPECT_EQ(run(missing).outcome, Outcome((FailedToStart{ENOENT, "execute"})));
  EXPECT_THAT(leaves(), ::testing::IsEmpty());
}

TEST_P(CgroupIn, ItEndsWhoLeftTheProcessGroup) {
  testing::Lifeline lifeline;
  Command command = shell("");
  command.argv = testing::hostile_tree("leave", "stubborn");
  command.descriptors = {{lifeline.for_tree(), 9}};
  EXPECT_EQ(run(command).outcome, Outcome(Exited{7}));
  EXPECT_TRUE(lifeline.everybody_is_gone());
}

TEST_P(CgroupIn, OnesThatWereLeftBehindAreRemovedByTheNextStart) {
  ASSERT_EQ(::mkdir((folder_ + "/cloche-1-0").c_str(), 0755), 0);
  ASSERT_EQ(run(shell("exit 0")).outcome, Outcome(Exited{0}));
  EXPECT_THAT(leaves(), ::testing::IsEmpty());
}

TEST_P(CgroupIn, OnesThatOthersUseAreLeftAlone) {
  const Child other(shell("exec sleep 1000"));
  const std::set<std::string> before = leaves();
  EXPECT_EQ(before.size(), 1u);
  EXPECT_EQ(run(shell("exit 0")).outcome, Outcome(Exited{0}));
  EXPECT_EQ(leaves(), before);
}

TEST_P(CgroupIn, ADemandThatCannotBeMetFailsTheStart) {
  ::setenv("CLOCHE_CGROUP", "/proc", 1);
  const Outcome outcome = run(shell("exit 0")).outcome;
  ::setenv("CLOCHE_CGROUP", folder_.c_str(), 1);
  ASSERT_TRUE(std::holds_alternative<FailedToStart>(outcome)) << describe(outcome);
  EXPECT_EQ(std::get<FailedToStart>(outcome).step, "make a cgroup");
}

TEST_P(CgroupIn, AMemoryLimitSaysWhomItBinds) {
  Command command = shell("exit 0");
  command.cgroup = CgroupUse::when_limited;
  command.limits.memory_bytes = std::uint64_t{1} << 30;
  const Result result = run(command);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_EQ(result.limits_in_force.memory, has("memory") ? LimitScope::tree : LimitScope::process);
}

TEST_P(CgroupIn, ATreeThatNeedsMoreMemoryIsKilledAndTheReasonTold) {
  testing::Lifeline lifeline;
  // It is not the main process that goes over the limit.
  Command command = shell(testing::program("memory_toucher") + " 100; exit 5");
  command.limits.memory_bytes = std::uint64_t{32} << 20;
  command.descriptors = {{lifeline.for_tree(), 9}};
  const Result result = run(command);
  EXPECT_TRUE(lifeline.everybody_is_gone());
  if (!has("memory")) {
    // Each process has that much: one that wants more gets an error, and is not killed.
    EXPECT_EQ(result.outcome, Outcome(Exited{5}));
    EXPECT_EQ(result.out_of_memory, OutOfMemory::no);
    EXPECT_EQ(result.limits_in_force.memory, LimitScope::process);
    return;
  }
  EXPECT_EQ(result.outcome, Outcome((Signaled{SIGKILL, false})));
  EXPECT_EQ(result.out_of_memory, OutOfMemory::yes);
  EXPECT_EQ(result.limits_in_force.memory, LimitScope::tree);
  EXPECT_EQ(result.resource_use.peak_memory_scope, LimitScope::tree);
}

TEST_P(CgroupIn, AProcessLimitHoldsForTheTree) {
  Command command = shell("for each in 1 2 3 4 5 6 7 8; do sleep 1000 & done; exit 0");
  command.limits.processes = 4;
  const Result result = run(command);
  if (!has("pids")) {
    // The limit of a user is what is left, and root has none.
    if (::geteuid() == 0) {
      EXPECT_EQ(result.outcome, Outcome((FailedToStart{EPERM, "limit resources"})));
    } else {
      EXPECT_EQ(result.limits_in_force.processes, LimitScope::user);
    }
    return;
  }
  EXPECT_EQ(result.limits_in_force.processes, LimitScope::tree);
  // The shell gives up at the first fork that is refused.
  EXPECT_EQ(result.outcome, Outcome(Exited{2}));
  EXPECT_THAT(result.standard_error, ::testing::HasSubstr("fork"));
}

/// Held by a guardian: it ends the tree when the program around the library is killed.
class GuardedCgroupIn : public CgroupIn {};
INSTANTIATE_TEST_SUITE_P(, GuardedCgroupIn, ::testing::ValuesIn(testing::whole_tree_tiers),
                         testing::tier_test_name);

TEST_P(GuardedCgroupIn, ItIsGoneWhenTheGuardianIsKilled) {
  Command command = shell("echo ready; exec sleep 1000");
  command.standard_output = Stdio::pipe();
  {
    Child child(command);
    ASSERT_EQ(testing::read_line(child.take_standard_output().get()), "ready");
    for (const pid_t guardian : testing::children()) ::kill(guardian, SIGKILL);
    EXPECT_TRUE(std::holds_alternative<Lost>(child.wait()));
  }
  EXPECT_THAT(leaves(), ::testing::IsEmpty());
}

TEST_P(GuardedCgroupIn, ItIsGoneWhenTheProgramAroundTheLibraryIsKilled) {
  testing::Lifeline lifeline;
  testing::Helper exporter({testing::program("exporter"), std::string(name_of(GetParam())), "5000",
                            "--cgroup", "--", "/bin/sh", "-c", "echo ready; exec sleep 1000"},
                           {{lifeline.for_tree(), 9}});
  ASSERT_EQ(testing::read_line(exporter.standard_output()), "ready");
  EXPECT_EQ(leaves().size(), 1u);
  const Fd leaf(::open((folder_ + "/" + *leaves().begin()).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  exporter.send(SIGKILL);
  EXPECT_TRUE(lifeline.everybody_is_gone());
  // Whoever owns a leaf has locked it: the guardian until its end, and removing the leaf is the last that it
  // does.
  EXPECT_EQ(::flock(leaf.get(), LOCK_EX), 0);
  EXPECT_THAT(leaves(), ::testing::IsEmpty());
  exporter.status();
}

}  // namespace
}  // namespace cloche::process
