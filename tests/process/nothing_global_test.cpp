// The library changes nothing that its caller has only one of, while the caller has children and a handler of
// its own.

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::TierTest;
using namespace std::chrono_literals;

volatile std::sig_atomic_t children_ended = 0;

void count_child(int) {
  children_ended = children_ended + 1;
}

std::string disposition_of(int signal) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) < 0) return "none";
  std::string text = std::to_string(reinterpret_cast<std::uintptr_t>(action.sa_handler)) + " " +
                     std::to_string(action.sa_flags);
  for (int other = 1; other < NSIG; ++other) text += sigismember(&action.sa_mask, other) == 1 ? '1' : '0';
  return text;
}

/// Each thing by its name, so that a difference says which one.
std::map<std::string, std::string> global_state() {
  std::map<std::string, std::string> state;
  sigset_t blocked, pending;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  ::sigpending(&pending);
  for (int signal = 1; signal < NSIG; ++signal) {
    state["blocked"] += sigismember(&blocked, signal) == 1 ? '1' : '0';
    state["pending"] += sigismember(&pending, signal) == 1 ? '1' : '0';
    state["disposition " + std::to_string(signal)] = disposition_of(signal);
  }
  int subreaper = -1;
  ::prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
  state["subreaper"] = std::to_string(subreaper);
  state["no new privileges"] = std::to_string(::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  state["dumpable"] = std::to_string(::prctl(PR_GET_DUMPABLE));
  state["process group"] = std::to_string(::getpgrp()) + " of " + std::to_string(::getsid(0));
  char folder[4096] = {};
  if (::getcwd(folder, sizeof folder) != nullptr) state["working directory"] = folder;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  state["umask"] = std::to_string(mask);
  for (char** variable = ::environ; *variable != nullptr; ++variable)
    state["environment"] += std::string(*variable) + "\n";
  return state;
}

class NothingGlobalIn : public TierTest {
 protected:
  /// Ends of every kind, and all that can be added to a command.
  void use_everything() {
    Command command;
    command.tier = GetParam();
    command.working_directory = "/";
    command.environment.set = {{"CLOCHE_TEST", "set"}};
    command.limits.open_files = 50;
    command.standard_input = command.standard_output = Stdio::terminal();
    command.argv = {"/bin/sh", "-c", "umask 0; exit 3"};
    EXPECT_EQ(run(command).outcome, Outcome(Exited{3}));
    command.standard_input = Stdio::null();
    command.foreground_job = true;
    command.argv = {"/no/such/command"};
    EXPECT_EQ(run(command).outcome, Outcome((FailedToStart{ENOENT, "execute"})));
    command.argv = {"sleep", "1000"};
    command.standard_output = Stdio::pipe();
    RunOptions options;
    options.timeout = 10ms;
    options.standard_input = "nobody reads this";
    EXPECT_TRUE(std::holds_alternative<TimedOut>(run(command, options).outcome));
  }
};
INSTANTIATE_TEST_SUITE_P(, NothingGlobalIn, ::testing::ValuesIn(testing::every_tier),
                         testing::tier_test_name);

TEST_P(NothingGlobalIn, IsChangedWhileTheCallerHasChildrenAndAHandlerOfItsOwn) {
  struct sigaction counting {
  }, before{};
  counting.sa_handler = count_child;
  counting.sa_flags = SA_RESTART;
  sigaddset(&counting.sa_mask, SIGUSR2);
  ::sigaction(SIGCHLD, &counting, &before);
  {
    testing::Helper bystander({"/bin/sleep", "1000"}, {});
    const auto state = global_state();
    use_everything();
    for (const auto& [name, value] : global_state()) EXPECT_EQ(value, state.at(name)) << name;
    EXPECT_EQ(testing::children(), std::set<pid_t>{bystander.pid()}) << "it lives, and nobody has reaped it";
    children_ended = 0;
    bystander.send(SIGTERM);
    EXPECT_EQ(bystander.status(), SIGTERM);
    EXPECT_EQ(children_ended, 1) << "the caller's handler still works";
  }
  ::sigaction(SIGCHLD, &before, nullptr);
}

}  // namespace
}  // namespace cloche::process
