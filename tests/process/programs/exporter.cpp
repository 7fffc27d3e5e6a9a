// exporter TIER GRACE_MS [OPTION…] -- COMMAND…: what a program around the library does, for tests that treat
// it badly. It runs COMMAND with every descriptor from 3 to 50 that it was given itself, and ends as cloche
// does, with status 125 for its own failures. A TIER of another name is the machine's default.
//
//   --hold SEAM FD          at that seam it writes a byte to FD and goes on when it can read one
//   --hold-guardian STEP FD the same for its guardian, before that step
//   --deadline MS           on CLOCK_MONOTONIC
//   --cancellable           SIGUSR1 cancels, instead of SIGINT, SIGTERM and SIGHUP
//   --cancelled             it is cancelled before it starts
//   --cgroup                in a cgroup besides
//   --check                 a descriptor or child that was left behind ends it with status 99

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/subreaper_scope.hpp>
#include <cloche/process/termination_scope.hpp>

#include "process/seam.hpp"
#include "process/step_names.hpp"

using namespace cloche::process;

namespace {

constexpr int first_passed = 3, last_passed = 50;
constexpr int own_failure = 125;

Seam held_at;
int hold_fd = -1;
Cancellation* cancelled_by_signal = nullptr;

[[noreturn]] void refuse(const char* word) {
  std::fprintf(stderr, "exporter: %s is not known\n", word);
  std::exit(2);
}

void hold(Seam at) {
  if (at != held_at) return;
  set_seam_hook(nullptr);
  char byte = 'h';
  if (write(hold_fd, &byte, 1) != 1) std::abort();
  while (read(hold_fd, &byte, 1) < 0) {
    if (errno != EINTR) std::abort();
  }
}

void hold_at(const char* name) {
  for (const auto& [seam, known] : seam_names) {
    if (known != name) continue;
    held_at = seam;
    set_seam_hook(hold);
    return;
  }
  refuse(name);
}

cloche::guardian::Step step_named(const char* name) {
  using cloche::guardian::Step;
  for (int step = 1; step <= static_cast<int>(Step::end_tree); ++step)
    if (name_of(static_cast<Step>(step)) == name) return static_cast<Step>(step);
  refuse(name);
}

/// The open descriptors and the children, alive or not, as text to compare.
std::string possessions() {
  std::ifstream list("/proc/thread-self/children");
  std::string found(std::istreambuf_iterator<char>(list), {});
  list.close();
  for (int fd = 0; fd <= 255; ++fd)
    if (fcntl(fd, F_GETFD) >= 0) found += " fd " + std::to_string(fd);
  return found;
}

int code_of(const Outcome& outcome) {
  if (const auto* exited = std::get_if<Exited>(&outcome)) return exited->code;
  return std::holds_alternative<TimedOut>(outcome) ? 124 : own_failure;
}

int run(char** argv) {
  TerminationScope termination;
  Cancellation own;
  const Cancellation* cancellation = &termination.cancellation();
  const SubreaperScope subreaper;
  Command command;
  command.tier = tier_named(argv[1]);
  StopPolicy policy;
  policy.grace = std::chrono::milliseconds(std::atoi(argv[2]));
  std::optional<Child::Clock::time_point> deadline;
  bool check = false;
  for (argv += 3; std::strcmp(*argv, "--") != 0; ++argv) {
    const std::string_view option = *argv;
    if (option == "--hold") {
      hold_at(argv[1]);
      hold_fd = std::atoi(argv[2]);
      argv += 2;
    } else if (option == "--hold-guardian") {
      set_guardian_seam(step_named(argv[1]), std::atoi(argv[2]));
      argv += 2;
    } else if (option == "--deadline") {
      deadline = Child::Clock::time_point(std::chrono::milliseconds(std::atoll(*++argv)));
    } else if (option == "--cancellable" || option == "--cancelled") {
      cancellation = cancelled_by_signal = &own;
      std::signal(SIGUSR1, [](int) { cancelled_by_signal->request(); });
      if (option == "--cancelled") own.request();
    } else if (option == "--cgroup") {
      command.cgroup = CgroupUse::always;
    } else if (option == "--check") {
      check = true;
    } else {
      refuse(*argv);
    }
  }
  for (++argv; *argv != nullptr; ++argv) command.argv.emplace_back(*argv);
  for (int fd = first_passed; fd <= last_passed; ++fd)
    if (fd != hold_fd && fcntl(fd, F_GETFD) >= 0 && (fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0)
      command.descriptors.push_back({fd, fd});

  const std::string before = check ? possessions() : std::string();
  int code = own_failure;
  try {
    Child child(command, deadline, policy);
    std::fprintf(stderr, "tier %s\n", std::string(name_of(child.tier())).c_str());
    const Outcome outcome = child.wait(cancellation);
    std::fprintf(stderr, "%s\n", describe(outcome).c_str());
    code = code_of(outcome);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exporter: %s\n", error.what());
  }
  if (check && possessions() != before) {
    std::fprintf(stderr, "exporter: left behind:%s\n", possessions().c_str());
    return 99;
  }
  if (const int signal = termination.close()) end_by_signal(signal);
  return code;
}

}  // namespace

int main(int, char** argv) {
  try {
    return run(argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exporter: %s\n", error.what());
    return own_failure;
  }
}
