// What only a mistake of ours would show, at moments that pass within microseconds: a command that is
// executed although its exporter is gone, and a descriptor that another thread's fork and exec would take
// along.

#include <csignal>
#include <filesystem>
#include <set>

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cloche/process/child.hpp>

#include "process/seam.hpp"
#include "process/support.hpp"

namespace cloche::process {
namespace {

using testing::Helper;
using testing::Lifeline;
using testing::TierTest;

class Moment : public TierTest {};
class GuardedMoment : public TierTest {};
INSTANTIATE_TEST_SUITE_P(, Moment, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);
INSTANTIATE_TEST_SUITE_P(, GuardedMoment, ::testing::ValuesIn(testing::whole_tree_tiers),
                         testing::tier_test_name);

/// A program of its own name, and whether anybody has opened it, which execve(2) does.
class WatchedProgram {
 public:
  WatchedProgram() : folder_(::testing::TempDir() + "cloche-watched-" + std::to_string(::getpid())) {
    std::filesystem::create_directory(folder_);
    std::filesystem::copy_file("/bin/sleep", path());
    watch_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    EXPECT_GE(::inotify_add_watch(watch_.get(), path().c_str(), IN_OPEN), 0);
  }
  ~WatchedProgram() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/sleep"; }
  bool was_opened() const {
    char events[4096];
    return ::read(watch_.get(), events, sizeof events) > 0;
  }

 private:
  std::string folder_;
  Fd watch_;
};

/// Holds the guardian before its step, and lets it go when the exporter is gone, or while it is there.
bool was_executed(Tier tier, const std::string& step, bool exporter_is_gone) {
  const WatchedProgram program;
  Lifeline lifeline;
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  const Fd ours(ends[0]);
  Fd guardians(ends[1]);
  Helper exporter({testing::program("exporter"), std::string(name_of(tier)), "100", "--hold-guardian", step,
                   "12", "--", program.path(), "0"},
                  {{lifeline.for_tree(), 7}, {guardians.get(), 12}});
  guardians.reset();
  char byte;
  EXPECT_EQ(::read(ours.get(), &byte, 1), 1);
  if (exporter_is_gone) {
    exporter.send(SIGKILL);
    exporter.status();
  }
  EXPECT_EQ(::write(ours.get(), "g", 1), 1);
  EXPECT_TRUE(lifeline.everybody_is_gone());
  if (!exporter_is_gone) exporter.status();
  return program.was_opened();
}

TEST_P(GuardedMoment, ACommandWhoseExporterIsGoneIsNotExecuted) {
  for (const std::string step : {"become a subreaper", "watch signals", "check the exporter"}) {
    EXPECT_TRUE(was_executed(GetParam(), step, false)) << "the watch sees no command: " << step;
    EXPECT_FALSE(was_executed(GetParam(), step, true)) << step;
  }
}

std::set<int> descriptors_that_stay_open_at_exec() {
  std::set<int> found;
  for (int fd = 0; fd < 1024; ++fd) {
    const int flags = ::fcntl(fd, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0) found.insert(fd);
  }
  return found;
}

std::set<int> before, during;

void look(Seam) {
  during.merge(descriptors_that_stay_open_at_exec());
}

TEST_P(Moment, NoDescriptorWouldBeTakenAlongByAForkAndExecElsewhere) {
  Command command;
  command.argv = {"true"};
  command.tier = GetParam();
  command.standard_input = Stdio::pipe();
  command.standard_output = Stdio::pipe();
  command.standard_error = Stdio::pipe();
  before = descriptors_that_stay_open_at_exec();
  during.clear();
  set_seam_hook(look);
  Child child(command);
  look({});
  child.wait();
  set_seam_hook(nullptr);
  EXPECT_EQ(during, before);
}

}  // namespace
}  // namespace cloche::process
