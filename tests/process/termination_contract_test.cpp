// The six points of the contract of ending an export by a signal, each as a test.

#include <array>
#include <csignal>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/run.hpp>
#include <cloche/process/termination_scope.hpp>

#include "process/seam.hpp"
#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::Helper;
using testing::hostile_tree;
using testing::Lifeline;
using testing::ProcessTest;
using testing::TierTest;

class Disposition {
 public:
  Disposition(int signal, void (*handler)(int)) : signal_(signal) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigaction(signal, &action, &before_);
  }
  ~Disposition() { ::sigaction(signal_, &before_, nullptr); }
  Disposition(const Disposition&) = delete;
  Disposition& operator=(const Disposition&) = delete;

  static void (*of(int signal))(int) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    return action.sa_handler;
  }

 private:
  int signal_;
  struct sigaction before_ {};
};

class TerminationContract : public ProcessTest {};
constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

TEST_F(TerminationContract, Point1_TermHupAndIntCancelInsteadOfKilling) {
  for (const int signal : signals) {
    TerminationScope scope;
    EXPECT_FALSE(scope.cancellation().requested());
    std::raise(signal);
    EXPECT_TRUE(scope.cancellation().requested());
    EXPECT_EQ(scope.signal(), signal);
  }
}

TEST_F(TerminationContract, Point2_AnIgnoredSignalStaysIgnoredAndAHandlerStays) {
  static int handled;
  handled = 0;
  const Disposition ignored(SIGHUP, SIG_IGN);
  const Disposition own(SIGTERM, [](int) { ++handled; });
  TerminationScope scope;
  std::raise(SIGHUP);
  std::raise(SIGTERM);
  EXPECT_EQ(handled, 1);
  EXPECT_FALSE(scope.cancellation().requested());
  EXPECT_EQ(scope.close(), 0);
}

TEST_F(TerminationContract, Point3_TheFirstSignalIsKeptAndOthersOnlyHurry) {
  TerminationScope scope;
  std::raise(SIGHUP);
  EXPECT_FALSE(scope.cancellation().hurried());
  std::raise(SIGTERM);
  std::raise(SIGINT);
  EXPECT_TRUE(scope.cancellation().hurried());
  EXPECT_EQ(scope.close(), SIGHUP);
}

TEST_F(TerminationContract, Point3_OfTwoSignalsThatArriveTogetherTheOneDeliveredFirstIsKept) {
  TerminationScope scope;
  sigset_t both, before;
  sigemptyset(&both);
  for (const int signal : {SIGHUP, SIGTERM}) sigaddset(&both, signal);
  ::pthread_sigmask(SIG_BLOCK, &both, &before);
  ::kill(::getpid(), SIGTERM);
  ::kill(::getpid(), SIGHUP);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  // The kernel delivers pending standard signals in the order of their numbers (signal(7)).
  EXPECT_EQ(scope.signal(), SIGHUP);
  EXPECT_TRUE(scope.cancellation().hurried());
}

TEST_F(TerminationContract, Point5_DispositionsAndMaskComeBackAndNothingLaterIsCancelled) {
  const Disposition default_action(SIGTERM, SIG_DFL);
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  {
    TerminationScope scope;
    std::raise(SIGTERM);
    EXPECT_EQ(scope.close(), SIGTERM);
    EXPECT_EQ(Disposition::of(SIGTERM), SIG_DFL);
  }
  sigset_t after;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));

  TerminationScope later;
  Command command;
  command.argv = {"true"};
  RunOptions options;
  options.cancellation = &later.cancellation();
  EXPECT_EQ(run(command, options).outcome, Outcome(Exited{0}));
  EXPECT_EQ(later.close(), 0);
}

TEST_F(TerminationContract, Point5_ASignalPendingAtTheLastMomentIsCollected) {
  TerminationScope scope;
  sigset_t term, before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &term, &before);
  ::kill(::getpid(), SIGTERM);
  EXPECT_EQ(scope.signal(), 0);
  EXPECT_EQ(scope.close(), SIGTERM);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_F(TerminationContract, OnlyOneScopeIsOpenAtATime) {
  TerminationScope scope;
  EXPECT_THROW(TerminationScope second, std::logic_error);
  std::raise(SIGTERM);
  EXPECT_EQ(scope.close(), SIGTERM);
}

/// An exporter held at `seam` while `signals_sent` arrive, then let go; gives its wait status.
int status_of_exporter_held_at(Tier tier, Seam seam, const std::vector<int>& signals_sent,
                               const std::vector<std::string>& command, Lifeline& lifeline) {
  std::array<Fd, 2> hold;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  hold = {Fd(ends[0]), Fd(ends[1])};
  std::vector<std::string> argv = {testing::program("exporter"),
                                   std::string(name_of(tier)),
                                   "100",
                                   "--hold",
                                   testing::name_of(seam),
                                   "12",
                                   "--"};
  argv.insert(argv.end(), command.begin(), command.end());
  Helper exporter(argv, {{lifeline.for_tree(), 7}, {ends[1], 12}});
  hold[1].reset();
  lifeline.let_go();
  char byte;
  pollfd entry{ends[0], POLLIN, 0};
  EXPECT_EQ(::poll(&entry, 1, 5000), 1) << "the exporter never came to the seam";
  EXPECT_EQ(::read(ends[0], &byte, 1), 1);
  for (const int signal : signals_sent) exporter.send(signal);
  EXPECT_EQ(::write(ends[0], &byte, 1), 1);
  return exporter.status();
}

bool ended_by(int status, int signal) {
  if (signal == SIGINT) return WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
  return WIFEXITED(status) && WEXITSTATUS(status) == 128 + signal;
}

class Races : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, Races, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

// Point 4 of the contract, and the race for which cloche exists.
TEST_P(Races, Race1_ASignalBetweenTheKernelsMakingTheProcessAndItsOwnersHavingItLosesNothing) {
  for (const int signal : signals) {
    Lifeline lifeline;
    const int status =
        status_of_exporter_held_at(GetParam(), Seam::process_created, {signal}, {"sleep", "1000"}, lifeline);
    EXPECT_TRUE(ended_by(status, signal)) << "signal " << signal << ", wait status " << status;
    EXPECT_TRUE(lifeline.everybody_is_gone());
  }
}

// Point 6 of the contract.
TEST_P(Races, Race2_ASignalAsTheCommandFinishesStillDecidesTheExitCode) {
  for (const int signal : signals) {
    Lifeline lifeline;
    const int status =
        status_of_exporter_held_at(GetParam(), Seam::outcome_known, {signal}, {"true"}, lifeline);
    EXPECT_TRUE(ended_by(status, signal)) << "signal " << signal << ", wait status " << status;
    EXPECT_TRUE(lifeline.everybody_is_gone());
  }
}

TEST_P(Races, Race3_SignalsDuringCleanUpNeitherCutItShortNorChangeTheExitCode) {
  for (const int signal : signals) {
    Lifeline lifeline;
    // The first signal brings the exporter to the seam at which it has just asked its tree to stop.
    std::array<Fd, 2> hold;
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    hold = {Fd(ends[0]), Fd(ends[1])};
    const std::string tree = GetParam() == Tier::process_group
                                 ? "trap '' TERM INT HUP; echo ready; exec sleep 1000"
                                 : "exec '" + testing::program("hostile_tree") + "' stay stubborn";
    Helper exporter({testing::program("exporter"), std::string(name_of(GetParam())), "100", "--hold",
                     testing::name_of(Seam::stop_requested), "12", "--", "/bin/sh", "-c", tree},
                    {{lifeline.for_tree(), 7}, {ends[1], 12}});
    hold[1].reset();
    lifeline.let_go();
    EXPECT_EQ(testing::read_line(exporter.standard_output()), "ready");
    exporter.send(signal);
    char byte;
    ASSERT_EQ(::read(ends[0], &byte, 1), 1);
    for (int i = 0; i < 3; ++i)
      for (const int repeated : signals) exporter.send(repeated);
    ASSERT_EQ(::write(ends[0], &byte, 1), 1);
    const int status = exporter.status();
    EXPECT_TRUE(ended_by(status, signal)) << "signal " << signal << ", wait status " << status;
    EXPECT_TRUE(lifeline.everybody_is_gone());
  }
}

void fail_at_second_reader(Seam at) {
  if (at == Seam::second_reader) throw std::runtime_error("the second reader can't be set up");
}

void fail_when_streams_are_ready(Seam at) {
  if (at == Seam::streams_ready) throw std::runtime_error("a later step of starting fails");
}

TEST_P(Races, Race4_AFailureAfterTheProcessWasMadeLeavesNothing) {
  for (const SeamHook failure : {fail_at_second_reader, fail_when_streams_are_ready}) {
    Lifeline lifeline;
    Command command;
    command.argv = GetParam() == Tier::process_group ? std::vector<std::string>{"sleep", "1000"}
                                                     : hostile_tree("stay", "stubborn");
    command.tier = GetParam();
    command.descriptors = {{lifeline.for_tree(), 7}};
    set_seam_hook(failure);
    EXPECT_THROW(run(command), std::runtime_error);
    set_seam_hook(nullptr);
    // Everything is gone and reaped when the exception arrives (the fixture counts descriptors and children).
    lifeline.let_go();
    EXPECT_FALSE(lifeline.somebody_lives());
    EXPECT_TRUE(testing::children().empty());
  }
}

}  // namespace
}  // namespace cloche::process
