// Nothing survives: SIGKILL of the exporter, and of the guardian, at every place a seam can hold them.

#include <csignal>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/ownership.hpp>
#include <cloche/process/subreaper_scope.hpp>

#include "guardian/protocol.hpp"
#include "process/seam.hpp"
#include "process/support.hpp"

namespace cloche::process {
namespace {

using guardian::Step;
using testing::Helper;
using testing::hostile_tree;
using testing::Lifeline;
using testing::TierTest;

class Survival : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, Survival, ::testing::ValuesIn(testing::whole_tree_tiers), testing::tier_test_name);

std::vector<std::string> exporter(Tier tier, const std::vector<std::string>& command) {
  std::vector<std::string> argv = {testing::program("exporter"), std::string(name_of(tier)), "100", "--"};
  argv.insert(argv.end(), command.begin(), command.end());
  return argv;
}

TEST_P(Survival, SigkillOfTheExporterEndsAHostileTree) {
  Lifeline lifeline;
  Helper helper(exporter(GetParam(), hostile_tree("stay", "stubborn")), {{lifeline.for_tree(), 7}});
  EXPECT_EQ(testing::read_line(helper.standard_output()), "ready");
  lifeline.let_go();
  EXPECT_TRUE(lifeline.somebody_lives());
  helper.send(SIGKILL);
  EXPECT_TRUE(lifeline.everybody_is_gone());
  helper.status();
}

TEST_P(Survival, SigkillOfTheExporterAtTheMomentOfCreationLeavesNothing) {
  for (const Seam seam : {Seam::process_created, Seam::streams_ready}) {
    Lifeline lifeline;
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    const Fd ours(ends[0]);
    Fd theirs(ends[1]);
    std::vector<std::string> argv = exporter(GetParam(), hostile_tree("stay", "stubborn"));
    argv.insert(argv.begin() + 3, {"--hold", testing::name_of(seam), "12"});
    Helper helper(argv, {{lifeline.for_tree(), 7}, {theirs.get(), 12}});
    theirs.reset();
    lifeline.let_go();
    char byte;
    ASSERT_EQ(::read(ours.get(), &byte, 1), 1);
    helper.send(SIGKILL);
    EXPECT_TRUE(lifeline.everybody_is_gone());
    helper.status();
  }
}

pid_t only_child() {
  const std::set<pid_t> all = testing::children();
  return all.size() == 1 ? *all.begin() : -1;
}

/// A stubborn tree that is in place, owned by this process.
/// Those of this process; with a guardian it talks by one.
std::set<int> sequenced_sockets() {
  std::set<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int fd = std::stoi(entry.path().filename());
    int type = 0;
    socklen_t size = sizeof type;
    if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET) found.insert(fd);
  }
  return found;
}

struct RunningTree {
  explicit RunningTree(Tier tier) {
    Command command;
    command.argv = hostile_tree("stay", "stubborn");
    command.tier = tier;
    command.standard_output = Stdio::pipe();
    command.descriptors = {{lifeline.for_tree(), 7}};
    child.emplace(command);
    output = child->take_standard_output();
    EXPECT_EQ(testing::read_line(output.get()), "ready");
    lifeline.let_go();
  }
  Lifeline lifeline;
  std::optional<Child> child;
  Fd output;
};

TEST_P(Survival, SigkillOfTheGuardianEndsAHostileTreeAndIsToldAsLost) {
  const SubreaperScope subreaper;
  RunningTree tree(GetParam());
  ASSERT_EQ(::kill(only_child(), SIGKILL), 0);
  EXPECT_EQ(tree.child->wait(), Outcome(Lost{"its guardian was killed"}));
  EXPECT_FALSE(tree.lifeline.somebody_lives());
}

TEST_P(Survival, AStoppedGuardianIsFoundOutAndItsTreeEnds) {
  const SubreaperScope subreaper;
  RunningTree tree(GetParam());
  ASSERT_EQ(::kill(only_child(), SIGSTOP), 0);
  StopPolicy policy;
  policy.grace = std::chrono::milliseconds(50);
  // Woken up again, it may still obey before it is killed; what counts is that nobody lives.
  tree.child->stop(policy);
  EXPECT_FALSE(tree.lifeline.somebody_lives());
}

/// The steps of the guardian's life before its command runs, at which it is held here.
constexpr Step guardian_steps[] = {Step::become_subreaper, Step::watch_signals, Step::check_exporter,
                                   Step::create_command, Step::report_start};

/// A child whose guardian waits before `step`, and the test's end of the seam.
struct HeldGuardian {
  HeldGuardian(Tier tier, Step step, Lifeline& lifeline) {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    seam_end.reset(ends[0]);
    const Fd guardian_end(ends[1]);
    Command command;
    command.argv = {"sleep", "1000"};
    command.tier = tier;
    command.descriptors = {{lifeline.for_tree(), 7}, {guardian_end.get(), 12}};
    set_guardian_seam(step, 12);
    child.emplace(command);
    set_guardian_seam(Step::none, -1);
    lifeline.let_go();
    char byte;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
  }
  Fd seam_end;
  std::optional<Child> child;
};

TEST_P(Survival, SigkillOfTheGuardianBeforeEachOfItsStepsLeavesNothing) {
  const SubreaperScope subreaper;
  for (const Step step : guardian_steps) {
    Lifeline lifeline;
    HeldGuardian held(GetParam(), step, lifeline);
    ASSERT_EQ(::kill(only_child(), SIGKILL), 0);
    EXPECT_EQ(held.child->wait(), Outcome(Lost{"its guardian was killed"}));
    EXPECT_FALSE(lifeline.somebody_lives()) << "before step " << static_cast<int>(step);
  }
}

TEST_P(Survival, AStopBeforeEachStepOfTheGuardianIsKept) {
  for (const Step step : guardian_steps) {
    Lifeline lifeline;
    HeldGuardian held(GetParam(), step, lifeline);
    held.child->request_stop({});
    ASSERT_EQ(::write(held.seam_end.get(), "g", 1), 1);
    EXPECT_EQ(held.child->wait(), Outcome(Cancelled{false})) << "before step " << static_cast<int>(step);
    EXPECT_FALSE(lifeline.somebody_lives());
  }
}

TEST_P(Survival, TheDestructorLeavesNothingWhateverTheGuardianIsDoing) {
  for (const Step step : guardian_steps) {
    Lifeline lifeline;
    HeldGuardian held(GetParam(), step, lifeline);
    ASSERT_EQ(::write(held.seam_end.get(), "g", 1), 1);
    held.child.reset();
    EXPECT_FALSE(lifeline.somebody_lives()) << "before step " << static_cast<int>(step);
  }
}

TEST_P(Survival, APacketThatIsNoRequestEndsTheTree) {
  const std::set<int> before = sequenced_sockets();
  RunningTree tree(GetParam());
  std::set<int> control = sequenced_sockets();
  for (const int fd : before) control.erase(fd);
  ASSERT_EQ(control.size(), 1U);
  ASSERT_EQ(::send(*control.begin(), "stop", 4, MSG_NOSIGNAL), 4);
  EXPECT_EQ(tree.child->wait(), Outcome((Signaled{SIGKILL, false})));
  EXPECT_FALSE(tree.lifeline.somebody_lives());
}

TEST_P(Survival, ACopyOfTheCallerDoesNotKeepTheTree) {
  RunningTree tree(GetParam());
  // Forked without an exec, as pools of workers are: it has a copy of every descriptor.
  const pid_t copy = ::fork();
  if (copy == 0) {
    for (;;) ::pause();
  }
  tree.child.reset();
  EXPECT_FALSE(tree.lifeline.somebody_lives());
  ::kill(copy, SIGKILL);
  EXPECT_EQ(::waitpid(copy, nullptr, 0), copy);
}

TEST_P(Survival, TheCommandCanNotHarmItsGuardian) {
  // In a PID namespace its guardian is pid 1, else its parent. Neither kill nor stop nor a burst of polite
  // signals changes how it ends.
  Command command;
  command.argv = {
      "/bin/sh", "-c",
      "for s in KILL STOP TERM INT HUP QUIT USR1; do kill -$s $PPID; kill -$s 1; done 2>/dev/null; exit 5"};
  command.tier = GetParam();
  if (::getuid() == 0 && GetParam() == Tier::subreaper)
    command.argv[2] =
        "for s in KILL STOP TERM INT HUP QUIT USR1; do kill -$s $PPID; done 2>/dev/null; exit 5";
  const Offer landlock = Ownership::explain().additions.back();
  const Outcome outcome = Child(command).wait();
  if (GetParam() == Tier::subreaper && !landlock.available) {
    EXPECT_TRUE(std::holds_alternative<Lost>(outcome)) << "it could be killed: " << landlock.detail;
  } else {
    EXPECT_EQ(outcome, Outcome(Exited{5}));
  }
}

TEST_P(Survival, TheThreadThatStartedACommandMayEndBeforeIt) {
  Command command;
  command.argv = {"/bin/sh", "-c", "echo ready; read line; exit 5"};
  command.tier = GetParam();
  command.standard_input = Stdio::pipe();
  command.standard_output = Stdio::pipe();
  std::optional<Child> child;
  std::string thread;
  std::thread([&] {
    thread = "/proc/self/task/" + std::to_string(::gettid());
    child.emplace(command);
    // Whatever its guardian arranges is in place then.
    EXPECT_EQ(testing::read_line(child->take_standard_output().get()), "ready");
  }).join();
  while (std::filesystem::exists(thread)) std::this_thread::yield();
  const Fd input = child->take_standard_input();
  ASSERT_EQ(::write(input.get(), "x\n", 2), 2);
  EXPECT_EQ(child->wait(), Outcome(Exited{5}));
}

class SurvivalControl : public testing::ProcessTest {};

/// What is killed and reaped here was left by a tier that does not promise more.
void end_children() {
  for (std::set<pid_t> left; !(left = testing::children()).empty();)
    for (const pid_t pid : left) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
}

TEST_F(SurvivalControl, TheSameTreeSurvivesATierThatHoldsOnlyItsGroup) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  {
    RunningTree tree(Tier::process_group);
    StopPolicy policy;
    policy.grace = std::chrono::milliseconds(50);
    tree.child->stop(policy);
    EXPECT_TRUE(tree.lifeline.somebody_lives()) << "the lifeline sees nobody";
    end_children();
    EXPECT_FALSE(tree.lifeline.somebody_lives());
  }
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

}  // namespace
}  // namespace cloche::process
