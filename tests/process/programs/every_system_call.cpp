// every_system_call exporter|guardian FIRST STRIDE -- EXPORTER ARGUMENT…
//
// Runs the exporter under ptrace again and again, and sends SIGKILL to it, or to its guardian, at the k-th
// system-call stop seen anywhere in its process tree, for k = FIRST, FIRST + STRIDE, … until a run ends by
// itself before it comes to k. The kernel attaches every descendant to the tracer, whatever group, session or
// namespace it moves to, so those that are still there five seconds after the kill are exactly the survivors.
// Prints "POINTS SURVIVORS", and for each point with survivors a line on stderr.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr unsigned patience_seconds = 5;
constexpr long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

class Run {
 public:
  Run(char** argv, bool kill_guardian, long point) : kill_guardian_(kill_guardian), point_(point) {
    exporter_ = fork();
    if (exporter_ == 0) {
      raise(SIGSTOP);
      execv(argv[0], argv);
      _exit(127);
    }
    int status = 0;
    waitpid(exporter_, &status, WUNTRACED);
    ptrace(PTRACE_SEIZE, exporter_, nullptr, options);
    kill(exporter_, SIGCONT);
    alive_.insert(exporter_);
  }

  /// False when the run ended before it came to the point.
  bool to_its_end() {
    alarm(patience_seconds * 2);
    while (!alive_.empty()) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, __WALL);
      if (pid < 0 && errno == EINTR) break;
      if (pid < 0) {
        alive_.clear();
        break;
      }
      if (WIFSTOPPED(status))
        go_on(pid, status);
      else
        alive_.erase(pid);
    }
    alarm(0);
    return killed_;
  }

  std::size_t survivors() const { return alive_.size(); }

  void clean_up() {
    for (const pid_t pid : alive_) kill(pid, SIGKILL);
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
    }
  }

 private:
  void go_on(pid_t pid, int status) {
    alive_.insert(pid);
    const int signal = WSTOPSIG(status);
    const int event = status >> 16;
    if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE) {
      unsigned long created = 0;
      ptrace(PTRACE_GETEVENTMSG, pid, nullptr, &created);
      alive_.insert(static_cast<pid_t>(created));
      if (pid == exporter_ && guardian_ == 0) guardian_ = static_cast<pid_t>(created);
    }
    const bool at_system_call = signal == (SIGTRAP | 0x80);
    if (at_system_call) count();
    const bool for_the_process = event == 0 && !at_system_call && signal != SIGTRAP;
    const long request = killed_ ? PTRACE_CONT : PTRACE_SYSCALL;
    ptrace(static_cast<__ptrace_request>(request), pid, nullptr, for_the_process ? signal : 0);
  }

  void count() {
    const pid_t victim = kill_guardian_ ? guardian_ : exporter_;
    if (killed_ || victim == 0 || ++seen_ < point_) return;
    kill(victim, SIGKILL);
    killed_ = true;
    alarm(patience_seconds);
  }

  bool kill_guardian_;
  long point_;
  long seen_ = 0;
  bool killed_ = false;
  pid_t exporter_ = 0;
  pid_t guardian_ = 0;
  std::set<pid_t> alive_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) return 2;
  const bool kill_guardian = std::strcmp(argv[1], "guardian") == 0;
  const long stride = std::atol(argv[3]);
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};
  sigaction(SIGALRM, &interrupt, nullptr);

  long points = 0;
  std::size_t survivors = 0;
  for (long point = std::atol(argv[2]);; point += stride) {
    Run run(argv + 5, kill_guardian, point);
    if (!run.to_its_end()) {
      survivors += run.survivors();
      run.clean_up();
      break;
    }
    ++points;
    if (run.survivors() > 0) std::fprintf(stderr, "point %ld: %zu survivors\n", point, run.survivors());
    survivors += run.survivors();
    run.clean_up();
  }
  std::printf("%ld %zu\n", points, survivors);
}
