// What owning a command costs: the time to run /bin/true and collect its end, by plain posix_spawn, by
// process::run in each tier that this machine offers, and through bubblewrap and tini where they are there.
// All are interleaved, so that what else the machine does falls on each alike. Prints NAME<TAB>MEDIAN in
// microseconds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/outcome.hpp>
#include <cloche/process/ownership.hpp>
#include <cloche/process/run.hpp>

namespace {

using Clock = std::chrono::steady_clock;

struct Contender {
  std::string name;
  std::function<void()> run_once;
  std::vector<double> microseconds = {};
};

void spawn_and_wait(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = -1;
  int status = 0;
  if (posix_spawn(&pid, argv.front(), nullptr, nullptr, argv.data(), environ) != 0 ||
      waitpid(pid, &status, 0) != pid || status != 0) {
    throw std::runtime_error(words.front() + " failed");
  }
}

void run_owned(cloche::process::Tier tier) {
  cloche::process::Command command;
  command.argv = {"/bin/true"};
  command.tier = tier;
  if (!succeeded(cloche::process::run(std::move(command)).outcome))
    throw std::runtime_error("/bin/true failed");
}

std::vector<Contender> contenders() {
  using cloche::process::Tier;
  std::vector<Contender> all;
  all.push_back({"posix_spawn", [] { spawn_and_wait({"/bin/true"}); }});
  for (const Tier tier : {Tier::pid_namespace, Tier::subreaper, Tier::process_group}) {
    if (!cloche::process::Ownership::why_not(tier).empty()) continue;
    all.push_back({"run " + std::string(name_of(tier)), [tier] { run_owned(tier); }});
  }
  if (access("/usr/bin/bwrap", X_OK) == 0) {
    all.push_back({"bubblewrap", [] {
                     spawn_and_wait({"/usr/bin/bwrap", "--dev-bind", "/", "/", "/bin/true"});
                   }});
    all.push_back({"bubblewrap with a PID namespace", [] {
                     spawn_and_wait({"/usr/bin/bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc",
                                     "/proc", "--die-with-parent", "/bin/true"});
                   }});
  }
  if (access("/usr/bin/tini", X_OK) == 0) {
    all.push_back({"tini as a subreaper", [] {
                     spawn_and_wait({"/usr/bin/tini", "-s", "--", "/bin/true"});
                   }});
  }
  return all;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
  std::vector<Contender> all = contenders();
  for (int round = -10; round < rounds; ++round) {
    for (Contender& contender : all) {
      const auto begin = Clock::now();
      contender.run_once();
      const std::chrono::duration<double, std::micro> taken = Clock::now() - begin;
      if (round >= 0) contender.microseconds.push_back(taken.count());
    }
  }
  for (const Contender& contender : all) {
    std::printf("%s\t%.1f\n", contender.name.c_str(), median(contender.microseconds));
  }
}
