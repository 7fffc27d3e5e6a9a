// exporter TIER GRACE_MS [--hold SEAM FD] -- COMMAND…: what a program around the library does, for tests that
// treat it badly. It runs COMMAND with every descriptor from 3 to 50 that it has itself, and ends as cloche
// does. --hold: at that seam it writes a byte to FD and goes on when it can read one.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/subreaper_scope.hpp>
#include <cloche/process/termination_scope.hpp>

#include "process/seam.hpp"

using namespace cloche::process;

namespace {

int held_at = -1;
int hold_fd = -1;

void hold(Seam at) {
  if (static_cast<int>(at) != held_at) return;
  held_at = -1;
  char byte = 'h';
  if (write(hold_fd, &byte, 1) != 1) std::abort();
  while (read(hold_fd, &byte, 1) < 0) {
    if (errno != EINTR) std::abort();
  }
}

int code_of(const Outcome& outcome) {
  if (const auto* exited = std::get_if<Exited>(&outcome)) return exited->code;
  return std::holds_alternative<TimedOut>(outcome) ? 124 : 125;
}

}  // namespace

int main(int, char** argv) {
  TerminationScope termination;
  const SubreaperScope subreaper;
  Command command;
  command.tier = tier_named(argv[1]);
  StopPolicy policy;
  policy.grace = std::chrono::milliseconds(std::atoi(argv[2]));
  argv += 3;
  if (std::strcmp(*argv, "--hold") == 0) {
    held_at = std::atoi(argv[1]);
    hold_fd = std::atoi(argv[2]);
    set_seam_hook(hold);
    argv += 3;
  }
  for (++argv; *argv != nullptr; ++argv) command.argv.emplace_back(*argv);
  for (int fd = 3; fd <= 50; ++fd)
    if (fd != hold_fd && fcntl(fd, F_GETFD) >= 0) command.descriptors.push_back({fd, fd});
  Outcome outcome;
  try {
    outcome = Child(command, std::nullopt, policy).wait(&termination.cancellation());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exporter: %s\n", error.what());
    return 125;
  }
  std::fprintf(stderr, "%s\n", describe(outcome).c_str());
  if (const int signal = termination.close()) end_by_signal(signal);
  return code_of(outcome);
}
