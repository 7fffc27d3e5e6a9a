// pipe_throughput ROUNDS MIB: seconds for that much through a captured pipe of process::run, beside
// `WRITER | cat >/dev/null`, in turns. Prints NAME<TAB>SECONDS for each. `pipe_throughput write MIB` is the
// writer.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

#include <cloche/process/run.hpp>

#include "spawn.hpp"

namespace {

namespace process = cloche::process;

int write_zeros(std::uint64_t bytes) {
  const std::vector<char> zeros(std::size_t{64} << 10);
  while (bytes > 0) {
    const ssize_t size = write(1, zeros.data(), std::min<std::uint64_t>(zeros.size(), bytes));
    if (size < 0) return 1;
    bytes -= static_cast<std::uint64_t>(size);
  }
  return 0;
}

void capture(const std::string& program, const std::string& mib) {
  process::Command command;
  command.argv = {program, "write", mib};
  process::RunOptions options;
  options.capture_limit = std::size_t{1} << 20;
  const process::Result result = run(command, options);
  const std::uint64_t got = result.standard_output.size() + result.standard_output_dropped;
  // The captured text may say in a line of its own what it left out.
  if (!succeeded(result.outcome) || got < std::strtoull(mib.c_str(), nullptr, 10) << 20)
    throw std::runtime_error("not all arrived");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string mib = argv[2];
  if (std::strcmp(argv[1], "write") == 0) return write_zeros(std::strtoull(argv[2], nullptr, 10) << 20);
  const std::string program = argv[0];
  const auto print_time = [](const char* name, const auto& action) {
    const auto begin = std::chrono::steady_clock::now();
    action();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::printf("%s\t%.4f\n", name, taken.count());
  };
  for (int round = 0; round < std::atoi(argv[1]); ++round) {
    print_time("cat", [&] { spawn_and_wait({"sh", "-c", program + " write " + mib + " | cat >/dev/null"}); });
    print_time("run", [&] { capture(program, mib); });
  }
}
