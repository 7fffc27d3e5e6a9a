// owner TIER GRACE_MS COMMAND…: the smallest wrapper around the library. It runs COMMAND in that tier, and
// when it is told to end, it ends the tree first. Exit status as timeout(1) has it.

#include <chrono>
#include <cstdlib>
#include <variant>

#include <cloche/process/child.hpp>
#include <cloche/process/subreaper_scope.hpp>
#include <cloche/process/termination_scope.hpp>

using namespace cloche::process;

int main(int argc, char** argv) {
  if (argc < 4) return 125;
  TerminationScope termination;
  const SubreaperScope subreaper;
  Command command;
  command.tier = tier_named(argv[1]);
  command.argv.assign(argv + 3, argv + argc);
  StopPolicy policy;
  policy.grace = std::chrono::milliseconds(std::atoi(argv[2]));
  const Outcome outcome = Child(command, std::nullopt, policy).wait(&termination.cancellation());
  if (const int signal = termination.close()) end_by_signal(signal);
  const auto* exited = std::get_if<Exited>(&outcome);
  return exited != nullptr ? exited->code : 125;
}
