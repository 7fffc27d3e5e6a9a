// caller_state [changed]: writes down all that a process has only one of, has the library start, end, cancel
// and lose commands in every tier and in two threads at once, and compares. Prints what has changed; exit
// status 1 then. "changed": changes something itself, to show that it would be seen.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/run.hpp>
#include <cloche/process/subreaper_scope.hpp>
#include <cloche/process/termination_scope.hpp>

using namespace cloche::process;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

using State = std::map<std::string, std::string>;

std::string of_prctl(int option) {
  int value = 0;
  prctl(option, &value);
  return std::to_string(value);
}

std::string entries_of(const char* folder) {
  std::set<std::string> entries;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::error_code gone;  // the descriptor that lists the folder
    const fs::path target = fs::read_symlink(entry.path(), gone);
    if (!gone && target.string().find("/fd") == std::string::npos)
      entries.insert(entry.path().filename().string() + "=" + target.string());
  }
  std::string text;
  for (const std::string& entry : entries) text += entry + " ";
  return text;
}

/// What belongs to the calling thread.
State thread_state() {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  State state;
  for (int signal = 1; signal < NSIG; ++signal)
    state["blocked signals"] += sigismember(&blocked, signal) == 1 ? '1' : '0';
  return state;
}

State process_state() {
  State state = thread_state();
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%p %x", reinterpret_cast<void*>(action.sa_handler),
                  static_cast<unsigned>(action.sa_flags));
    const char* name = sigabbrev_np(signal);
    state["handler of " + (name != nullptr ? std::string(name) : std::to_string(signal))] = text;
  }
  const mode_t mask = umask(0);
  umask(mask);
  state["umask"] = std::to_string(mask);
  state["subreaper flag"] = of_prctl(PR_GET_CHILD_SUBREAPER);
  state["parent death signal"] = of_prctl(PR_GET_PDEATHSIG);
  state["dumpable"] = std::to_string(prctl(PR_GET_DUMPABLE));
  state["no_new_privs"] = std::to_string(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  state["descriptors"] = entries_of("/proc/self/fd");
  state["namespaces"] = entries_of("/proc/self/ns");
  state["working directory"] = fs::current_path().string();
  for (char** entry = environ; *entry != nullptr; ++entry) state["environment"] += std::string(*entry) + "\n";
  return state;
}

bool report_changes(const State& before, const State& after) {
  bool changed = false;
  for (const auto& [name, value] : before) {
    if (after.at(name) == value) continue;
    changed = true;
    std::printf("changed: %s: %s -> %s\n", name.c_str(), value.c_str(), after.at(name).c_str());
  }
  return changed;
}

void use_library(Tier tier) {
  Command command;
  command.tier = tier;
  command.argv = {"sh", "-c", "echo out; echo err >&2; sleep 1000 & exit 4"};
  run(command);
  command.argv = {"sh", "-c", "trap '' TERM; sleep 1000"};
  RunOptions options;
  options.timeout = 20ms;
  options.stop.grace = 20ms;
  run(command, options);
  Cancellation cancellation;
  cancellation.request();
  options.timeout.reset();
  options.cancellation = &cancellation;
  run(command, options);
  command.argv = {"/no/such/program"};
  run(command);
  command.argv = {"sleep", "1000"};
  Child{command};
}

bool thread_changed_by(Tier tier) {
  sigset_t some;
  sigemptyset(&some);
  sigaddset(&some, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &some, nullptr);
  const State before = thread_state();
  use_library(tier);
  return report_changes(before, thread_state());
}

void on_child_end(int) {}

/// Whether the child is there, unreaped, with the status that it ended with.
bool is_still_ours(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED) == 0 && info.si_status == 5;
}

}  // namespace

int main(int argc, char**) {
  std::signal(SIGCHLD, on_child_end);
  std::signal(SIGPIPE, SIG_IGN);
  umask(027);
  const pid_t own_child = fork();
  if (own_child == 0) _exit(5);
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(own_child), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }

  const State before = process_state();
  bool changed = false;
  for (const Tier tier : {Tier::pid_namespace, Tier::subreaper, Tier::process_group}) {
    if (!Ownership::why_not(tier).empty()) continue;
    bool other_changed = false;
    std::thread other([&] { other_changed = thread_changed_by(tier); });
    use_library(tier);
    other.join();
    changed |= other_changed;
    std::printf("used: %s\n", std::string(name_of(tier)).c_str());
  }
  std::optional<TerminationScope> termination;
  std::optional<SubreaperScope> subreaper;
  if (argc > 1) {
    termination.emplace();
    subreaper.emplace();
  }
  changed |= report_changes(before, process_state());
  if (!is_still_ours(own_child)) {
    changed = true;
    std::puts("changed: the program's own child was reaped");
  }
  if (waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD) {
    changed = true;
    std::puts("changed: there is another child");
  }
  return changed ? 1 : 0;
}
