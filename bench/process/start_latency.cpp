// start_latency ROUNDS HELD_MIB PYTHON SCRIPT: how long /bin/true takes from its start until its end is
// collected, by plain posix_spawn, through this library in each tier that the machine offers, and through
// what people use today, while this program holds that much memory. The contenders take turns. Prints
// NAME<TAB>MICROSECONDS for each run. SCRIPT is run by PYTHON and times itself (subprocess_run.py).

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/run.hpp>

#include "spawn.hpp"

namespace {

namespace process = cloche::process;
using process::Tier;
using Words = std::vector<std::string>;
using Microseconds = std::chrono::duration<double, std::micro>;

struct Contender {
  std::string name;
  std::function<double()> microseconds;
};

std::function<double()> timed(std::function<void()> action) {
  return [action = std::move(action)] {
    const auto begin = std::chrono::steady_clock::now();
    action();
    return Microseconds(std::chrono::steady_clock::now() - begin).count();
  };
}

process::Command true_in(Tier tier) {
  process::Command command;
  command.argv = {"/bin/true"};
  command.tier = tier;
  return command;
}

void expect_success(const process::Outcome& outcome) {
  if (!succeeded(outcome)) throw std::runtime_error("/bin/true " + describe(outcome));
}

/// A Python that runs /bin/true once for each line that it reads, and answers with the time that it took.
class PythonSubprocess {
 public:
  PythonSubprocess(const char* python, const char* script)
      : child_([&] {
          process::Command command;
          command.argv = {python, script};
          command.standard_input = process::Stdio::pipe();
          command.standard_output = process::Stdio::pipe();
          return command;
        }()),
        questions_(fdopen(child_.take_standard_input().release(), "w")),
        output_(child_.take_standard_output()) {}
  ~PythonSubprocess() { std::fclose(questions_); }
  PythonSubprocess(const PythonSubprocess&) = delete;
  PythonSubprocess& operator=(const PythonSubprocess&) = delete;

  double microseconds() {
    std::fputs("\n", questions_);
    std::fflush(questions_);
    pollfd answer{output_.get(), POLLIN, 0};
    char text[64] = {};
    if (poll(&answer, 1, -1) != 1 || read(output_.get(), text, sizeof text - 1) <= 0)
      throw std::runtime_error("Python does not answer");
    return std::atof(text);
  }

 private:
  process::Child child_;
  FILE* questions_;
  process::Fd output_;
};

void add_owned(std::vector<Contender>& all) {
  for (const Tier tier : {Tier::pid_namespace, Tier::subreaper, Tier::process_group}) {
    if (!process::Ownership::why_not(tier).empty()) continue;
    const std::string name(name_of(tier));
    all.push_back(
        {"Child, " + name, timed([tier] { expect_success(process::Child(true_in(tier)).wait()); })});
    all.push_back({"run, " + name, timed([tier] { expect_success(run(true_in(tier)).outcome); })});
  }
}

void add_peers(std::vector<Contender>& all, const char* python, const char* script) {
  const auto subprocess = std::make_shared<PythonSubprocess>(python, script);
  all.push_back({"Python subprocess.run", [subprocess] { return subprocess->microseconds(); }});
  const std::vector<std::pair<std::string, Words>> wrappers = {
      {"timeout", {"timeout", "60"}},
      {"tini", {"tini", "-s", "--"}},
      {"dumb-init", {"dumb-init", "--"}},
      {"bwrap", {"bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"}},
      {"unshare", {"unshare", "--pid", "--fork", "--kill-child"}},
  };
  for (const auto& [name, wrapper] : wrappers) {
    Words words = wrapper;
    words.push_back("/bin/true");
    try {
      spawn_and_wait(words);
    } catch (const std::runtime_error&) {
      continue;  // not installed, or not allowed here
    }
    all.push_back({name, timed([words] { spawn_and_wait(words); })});
  }
}

/// Memory as a program has it that uses it: touched, in small pages.
void hold(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory");
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  for (std::size_t at = 0; at < bytes; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int rounds = std::atoi(argv[1]);
  const auto held = static_cast<std::size_t>(std::atoi(argv[2])) << 20;
  std::vector<Contender> all = {{"posix_spawn", timed([] { spawn_and_wait({"/bin/true"}); })}};
  add_owned(all);
  add_peers(all, argv[3], argv[4]);
  if (held > 0) hold(held);
  constexpr int warm_up = 5;
  for (int round = -warm_up; round < rounds; ++round) {
    for (const Contender& contender : all) {
      const double taken = contender.microseconds();
      if (round >= 0) std::printf("%s\t%.1f\n", contender.name.c_str(), taken);
    }
  }
}
