// A program with threads, a signal handler and a child of its own, all of which the library leaves alone.
// Each thread runs a command; whatever becomes of it, nothing of the command is left when its function
// returns.

#include <csignal>
#include <cstdio>
#include <future>
#include <string>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/error.hpp>
#include <cloche/process/run.hpp>

namespace process = cloche::process;
using namespace std::chrono_literals;

namespace {

// The everyday call: what the command wrote, and how it ended, as values.
std::string greet() {
  process::Command command;
  command.argv = {"sh", "-c", "echo \"hello from $PLACE\"; exit 3"};
  command.environment.set = {{"PLACE", "a shell"}};
  const process::Result result = process::run(command);
  return describe(result.outcome) + ", wrote " + result.standard_output;
}

// A limit holds for the whole tree, also for those in the background.
std::string wait_in_vain() {
  process::Command command;
  command.argv = {"sh", "-c", "echo begun; setsid sleep 1000 & sleep 1000"};
  process::RunOptions options;
  options.timeout = 200ms;
  const process::Result result = process::run(command, options);
  return describe(result.outcome) + ", wrote " + result.standard_output;
}

// A Child is for a conversation. Its destructor ends the tree, on every way out of the function.
std::string ask_calculator() {
  process::Command command;
  command.argv = {"sh", "-c", "read question; echo $(($question))"};
  command.standard_input = process::Stdio::pipe();
  command.standard_output = process::Stdio::pipe();
  process::Child calculator(command);
  const process::Fd question = calculator.take_standard_input();
  if (write(question.get(), "6 * 7\n", 6) != 6) return "deaf\n";
  const process::Outcome outcome = calculator.wait();
  char answer[16] = {};
  const process::Fd output = calculator.take_standard_output();
  return read(output.get(), answer, sizeof answer - 1) > 0 ? describe(outcome) + ", answered " + answer
                                                           : "mute\n";
}

// One wish to stop ends everything that was given it. Making the wish is one write(2): handlers may do it.
process::Cancellation* wish = nullptr;
void on_termination(int) {
  wish->request();
}

std::string work_until_told() {
  process::Command command;
  command.argv = {"sleep", "1000"};
  process::RunOptions options;
  options.cancellation = wish;
  return describe(process::run(command, options).outcome) + "\n";
}

pid_t start_own_child() {
  std::string words[] = {"sh", "-c", "exit 7"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t pid = -1;
  posix_spawnp(&pid, argv[0], nullptr, nullptr, argv, environ);
  return pid;
}

}  // namespace

int main() try {
  process::Cancellation termination;
  wish = &termination;
  std::signal(SIGTERM, on_termination);
  const pid_t own_child = start_own_child();

  auto greeting = std::async(std::launch::async, greet);
  auto limited = std::async(std::launch::async, wait_in_vain);
  auto calculator = std::async(std::launch::async, ask_calculator);
  auto worker = std::async(std::launch::async, work_until_told);
  kill(getpid(), SIGTERM);

  std::printf("greeting: %s", greeting.get().c_str());
  std::printf("limited: %s", limited.get().c_str());
  std::printf("calculator: %s", calculator.get().c_str());
  std::printf("worker: %s", worker.get().c_str());
  int status = 0;
  if (waitpid(own_child, &status, 0) != own_child) return 1;
  std::printf("own child: exited with status %d\n", WEXITSTATUS(status));
} catch (const process::Error& error) {
  // What the system refused. The command, if it had begun, is gone.
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
