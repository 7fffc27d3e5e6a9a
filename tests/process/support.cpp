#include "process/support.hpp"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/pidfd.hpp"

namespace cloche::process::testing {
namespace {

constexpr int bound_ms = 20000;

std::set<int> open_descriptors() {
  std::set<int> found;
  for (int fd = 0; fd < 1024; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) found.insert(fd);
  return found;
}

bool readable_within(int fd, int timeout_ms) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, timeout_ms) == 1;
}

}  // namespace

std::set<pid_t> children() {
  std::set<pid_t> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(thread.path() / "children");
    for (pid_t pid; list >> pid;) found.insert(pid);
  }
  return found;
}

void ProcessTest::SetUp() {
  // A runner in the background ignores some; programs that the tests start would too.
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) std::signal(signal, SIG_DFL);
  descriptors_ = open_descriptors();
  ASSERT_TRUE(children().empty());
}

void ProcessTest::TearDown() {
  EXPECT_EQ(open_descriptors(), descriptors_);
  EXPECT_EQ(children(), std::set<pid_t>{});
}

std::string tier_test_name(const ::testing::TestParamInfo<Tier>& info) {
  std::string name(name_of(info.param));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Lifeline::Lifeline() : pipe_(make_pipe()) {}

bool Lifeline::everybody_is_gone() {
  let_go();
  return readable_within(pipe_.read_end.get(), bound_ms);
}

bool Lifeline::somebody_lives() const {
  return !readable_within(pipe_.read_end.get(), 0);
}

std::string program(const std::string& name) {
  return std::string(CLOCHE_TEST_PROGRAMS) + "/" + name;
}

std::string name_of(Seam seam) {
  for (const auto& [known, name] : seam_names)
    if (known == seam) return std::string(name);
  return {};
}

std::vector<std::string> hostile_tree(const std::string& main_process, const std::string& manners) {
  return {program("hostile_tree"), main_process, manners};
}

std::string read_line(int fd) {
  std::string line;
  char byte;
  while (readable_within(fd, bound_ms) && ::read(fd, &byte, 1) == 1) {
    if (byte == '\n') return line;
    line += byte;
  }
  return line + " (and then nothing)";
}

Helper::Helper(std::vector<std::string> argv, const std::vector<std::pair<int, int>>& descriptors) {
  Pipe output = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output.write_end.get(), 1);
  // First out of the way: a source may have the number of another one's target.
  std::vector<Fd> sources;
  for (const auto& [source, target] : descriptors) {
    sources.emplace_back(::fcntl(source, F_DUPFD_CLOEXEC, 100));
    posix_spawn_file_actions_adddup2(&actions, sources.back().get(), target);
  }
  std::vector<char*> words;
  for (std::string& word : argv) words.push_back(word.data());
  words.push_back(nullptr);
  const int error = ::posix_spawn(&pid_, words[0], &actions, nullptr, words.data(), ::environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), argv[0]);
  output_ = std::move(output.read_end);
}

Helper::~Helper() {
  if (reaped_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Helper::send(int signal) const {
  ::kill(pid_, signal);
}

int Helper::status() {
  const Fd pidfd(open_pidfd(pid_));
  if (!readable_within(pidfd.get(), bound_ms)) return -1;
  int status = -1;
  ::waitpid(pid_, &status, 0);
  reaped_ = true;
  return status;
}

}  // namespace cloche::process::testing
