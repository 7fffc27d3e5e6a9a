// signal_diary alone|with_child|with_stopped_child [LAST]: a command that writes down which signals it gets,
// "main SIGTERM", and obeys none, but leaves at the one with the number LAST. A child does the same as
// "child". "main ready" says that everybody is there; a stopped child has stopped itself then.

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace {

void write_line(const std::string& line) {
  const std::string whole = line + "\n";
  if (write(1, whole.data(), whole.size()) < 0) _exit(2);
}

[[noreturn]] void keep_diary(const std::string& who, const sigset_t& signals, int last) {
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) _exit(2);
    write_line(who + " SIG" + sigabbrev_np(signal));
    if (signal == last) _exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int last = argc > 2 ? std::atoi(argv[2]) : 0;
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  if (std::strcmp(argv[1], "alone") != 0) {
    const bool stops = std::strcmp(argv[1], "with_stopped_child") == 0;
    const pid_t child = fork();
    if (child == 0) {
      if (stops) raise(SIGSTOP);
      keep_diary("child", signals, last);
    }
    if (stops) waitpid(child, nullptr, WUNTRACED);
  }
  write_line("main ready");
  keep_diary("main", signals, last);
}
