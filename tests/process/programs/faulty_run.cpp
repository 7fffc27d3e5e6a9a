#include "faulty_run.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plausible_errors.hpp"

namespace {

using Clock = std::chrono::steady_clock;

// The library's own bounds come to twelve seconds.
constexpr unsigned hang_seconds = 20, survivor_seconds = 3;
constexpr long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL;

int count_descriptors(pid_t pid) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd"))
    ++count;
  return count;
}

int count_children(pid_t pid) {
  const std::string number = std::to_string(pid);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  int count = 0;
  for (pid_t child; list >> child;) ++count;
  return count;
}

std::string last_line(int file) {
  char text[4096] = {};
  const ssize_t size = pread(file, text, sizeof text - 1, 0);
  std::string words(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  while (!words.empty() && words.back() == '\n') words.pop_back();
  const std::size_t line = words.rfind('\n');
  return line == std::string::npos ? words : words.substr(line + 1);
}

class FaultyRun {
 public:
  FaultyRun(const Fault& fault, char** argv, bool from_the_start)
      : fault_(fault),
        has_guardian_(std::strcmp(argv[1], "process-group") != 0),
        counting_(from_the_start),
        words_(memfd_create("stderr", MFD_CLOEXEC)) {
    exporter_ = fork();
    if (exporter_ == 0) {
      const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
      for (const int fd : {0, 1}) dup2(null, fd);
      dup2(words_, 2);
      raise(SIGSTOP);
      execv(argv[0], argv);
      _exit(127);
    }
    waitpid(exporter_, nullptr, WUNTRACED);
    ptrace(PTRACE_SEIZE, exporter_, nullptr, options);
    kill(exporter_, SIGCONT);
    tracees_[exporter_] = {Role::exporter};
  }

  Ending to_its_end() {
    const auto begin = Clock::now();
    alarm(hang_seconds);
    int status = 0;
    while (!tracees_.empty()) {
      const pid_t pid = waitpid(-1, &status, __WALL);
      if (pid < 0) break;
      if (WIFSTOPPED(status))
        stopped(pid, status);
      else
        ended(pid, status);
    }
    alarm(0);
    ending_.hung = tracees_.count(exporter_) != 0;
    ending_.survivors = static_cast<int>(tracees_.size()) - (ending_.hung ? 1 : 0);
    ending_.milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
    clean_up();
    ending_.words = last_line(words_);
    close(words_);
    return ending_;
  }

 private:
  struct Tracee {
    Role role = Role::command;
    /// With which the call that it is in will end.
    int error = 0;
  };

  void clean_up() {
    for (const auto& [pid, tracee] : tracees_) kill(pid, SIGKILL);
    int status = 0;
    // Each of them stops once more on its way out.
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;)
      if (pid > 0 && WIFSTOPPED(status)) ptrace(PTRACE_CONT, pid, nullptr, 0);
  }

  void stopped(pid_t pid, int status) {
    const int event = status >> 16;
    const bool known = tracees_.count(pid) != 0;
    if (!known) {
      // It can come here before its parent's report of it, which says what it is.
      early_.insert(pid);
      return;
    }
    if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE)
      created(pid);
    if (event == PTRACE_EVENT_EXEC && tracees_[pid].role == Role::starting_command)
      tracees_[pid].role = Role::command;
    if (event == PTRACE_EVENT_EXIT && pid == exporter_) {
      ending_.descriptors = count_descriptors(pid) - descriptors_before_;
      ending_.children = count_children(pid);
    }
    const int signal = WSTOPSIG(status);
    const bool at_system_call = signal == (SIGTRAP | 0x80);
    if (at_system_call) system_call(pid);
    go_on(pid, event == 0 && !at_system_call && signal != SIGTRAP ? signal : 0);
  }

  void go_on(pid_t pid, int signal) {
    const bool watched = tracees_[pid].role != Role::command;
    ptrace(watched ? PTRACE_SYSCALL : PTRACE_CONT, pid, nullptr, signal);
  }

  void created(pid_t parent) {
    unsigned long number = 0;
    ptrace(PTRACE_GETEVENTMSG, parent, nullptr, &number);
    const pid_t child = static_cast<pid_t>(number);
    const Role of_parent = tracees_[parent].role;
    Role role = Role::command;
    if (of_parent == Role::exporter) role = has_guardian_ ? Role::guardian : Role::starting_command;
    if (of_parent == Role::guardian) role = Role::starting_command;
    tracees_[child] = {role};
    if (early_.erase(child) != 0) go_on(child, 0);
  }

  void system_call(pid_t pid) {
    __ptrace_syscall_info info{};
    ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info);
    Tracee& tracee = tracees_[pid];
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
      if (tracee.error != 0)
        ptrace(PTRACE_POKEUSER, pid, offsetof(user_regs_struct, rax), static_cast<long>(-tracee.error));
      tracee.error = 0;
      return;
    }
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY || tracee.role == Role::command) return;
    const auto number = static_cast<long>(info.entry.nr);
    if (descriptors_before_ == 0 && number == SYS_eventfd2) {
      descriptors_before_ = count_descriptors(pid);
      counting_ = true;
    }
    const SystemCall* call = plausible(number, static_cast<long>(info.entry.args[1]));
    if (!counting_ || call == nullptr) return;
    tracee.error = fault_({tracee.role,
                           ++seen_[tracee.role],
                           number,
                           {static_cast<long>(info.entry.args[0]), static_cast<long>(info.entry.args[1])}});
    if (tracee.error == 0) return;
    ++ending_.failed;
    // No call of this number: the kernel does nothing.
    if (!call->works) ptrace(PTRACE_POKEUSER, pid, offsetof(user_regs_struct, orig_rax), -1L);
  }

  void ended(pid_t pid, int status) {
    tracees_.erase(pid);
    if (pid != exporter_) return;
    ending_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    alarm(survivor_seconds);
  }

  const Fault& fault_;
  bool has_guardian_;
  bool counting_;
  int words_;
  pid_t exporter_ = 0;
  int descriptors_before_ = 0;
  std::map<pid_t, Tracee> tracees_;
  std::set<pid_t> early_;
  std::map<Role, long> seen_;
  Ending ending_;
};

}  // namespace

const char* name_of(Role role) {
  switch (role) {
    case Role::exporter:
      return "exporter";
    case Role::guardian:
      return "guardian";
    case Role::starting_command:
      return "starting command";
    case Role::command:
      break;
  }
  return "command";
}

Ending run_with(const Fault& fault, char** argv, bool from_the_start) {
  return FaultyRun(fault, argv, from_the_start).to_its_end();
}
