// every_fault once FIRST STRIDE -- EXPORTER TIER ARGUMENT…: runs the exporter again and again, and each time
// makes one system call fail once, with one plausible errno: of all these points every STRIDE-th from FIRST
// on. every_fault always CALL ERRNO -- EXPORTER TIER ARGUMENT…: one run in which every such call fails, as on
// a kernel or in a container that hasn't got it. The call `namespaces` is a clone that asks for them.
//
// Prints a line for each run: role, call, errno, calls that failed, exit code, hung, survivors, descriptors
// left, children left, milliseconds, the last words on stderr; separated by tabs.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "faulty_run.hpp"
#include "plausible_errors.hpp"

namespace {

void print(const char* role, const char* call, int error, const Ending& ending) {
  std::printf("%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%ld\t%s\n", role, call, strerrorname_np(error),
              ending.failed, ending.code, ending.hung, ending.survivors, ending.descriptors, ending.children,
              ending.milliseconds, ending.words.c_str());
}

bool is_same(const Call& a, const Call& b) {
  return a.role == b.role && a.ordinal == b.ordinal && a.number == b.number;
}

void fail_each_once(long first, long stride, char** exporter) {
  std::vector<Call> calls;
  const Ending undisturbed = run_with(
      [&calls](const Call& call) {
        calls.push_back(call);
        return 0;
      },
      exporter, false);
  print("nobody", "nothing", 0, undisturbed);
  long point = 0;
  for (const Call& chosen : calls) {
    const SystemCall& call = *plausible(chosen.number, chosen.arguments[1]);
    for (const int error : call.errors) {
      if (++point < first || (point - first) % stride != 0) continue;
      const Fault fault = [&](const Call& seen) { return is_same(seen, chosen) ? error : 0; };
      print(name_of(chosen.role), call.name, error, run_with(fault, exporter, false));
    }
  }
}

int error_named(const char* name) {
  for (int error = 1; error < 200; ++error)
    if (const char* known = strerrorname_np(error); known != nullptr && std::strcmp(known, name) == 0)
      return error;
  std::exit(2);
}

void fail_always(const char* name, int error, char** exporter) {
  const bool namespaces = std::strcmp(name, "namespaces") == 0;
  const Fault fault = [&](const Call& seen) {
    const bool wanted = namespaces ? asks_for_namespaces(seen.number, seen.arguments[0])
                                   : std::strcmp(plausible(seen.number, seen.arguments[1])->name, name) == 0;
    return wanted ? error : 0;
  };
  print("everybody", name, error, run_with(fault, exporter, true));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};
  sigaction(SIGALRM, &interrupt, nullptr);
  if (std::strcmp(argv[1], "once") == 0)
    fail_each_once(std::atol(argv[2]), std::atol(argv[3]), argv + 5);
  else
    fail_always(argv[2], error_named(argv[3]), argv + 5);
}
