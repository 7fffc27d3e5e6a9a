#include "artifact/temporary_file.hpp"

#include <csignal>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "artifact/temporary_folder.hpp"

namespace cloche::artifact {
namespace {

using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr bool named = false;

process::Fd open_folder(const TemporaryFolder& folder) {
  return process::Fd(::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// Leaves what a program leaves that was killed while it had a hidden file.
void leave_stray(int folder_fd, const std::string& name) {
  process::Pipe ready = process::make_pipe();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const TemporaryFile file(folder_fd, name, named);
    if (::write(ready.write_end.get(), "!", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char byte;
  ASSERT_EQ(::read(ready.read_end.get(), &byte, 1), 1);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
}

TEST(TemporaryFile, HasNoNameWhereTheFileSystemAllowsIt) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  const TemporaryFile file(fd.get(), "page.html");
  EXPECT_FALSE(file.has_name());
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(TemporaryFile, HiddenOneReplacesItsDestination) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  write_file(folder.path("page.html"), "old");
  TemporaryFile file(fd.get(), "page.html", named);
  ASSERT_TRUE(file.has_name());
  ASSERT_EQ(::write(file.fd(), "new", 3), 3);
  EXPECT_THAT(folder.names(), SizeIs(2));
  EXPECT_EQ(read_file(folder.path("page.html")), "old");
  file.take_name_of_destination();
  EXPECT_EQ(read_file(folder.path("page.html")), "new");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(TemporaryFile, HiddenOneGoesAwayWhenItIsDiscarded) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  { const TemporaryFile file(fd.get(), "page.html", named); }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(TemporaryFile, StrayOfAKilledProgramIsRemovedByTheNextHiddenOne) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  leave_stray(fd.get(), "page.html");
  ASSERT_THAT(folder.names(), SizeIs(1));
  { const TemporaryFile file(fd.get(), "page.html", named); }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(TemporaryFile, StrayOfAKilledProgramIsRemovedByTheNextNamelessOne) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  leave_stray(fd.get(), "page.html");
  ASSERT_THAT(folder.names(), SizeIs(1));
  { const TemporaryFile file(fd.get(), "page.html"); }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(TemporaryFile, ProgramsKilledAgainAndAgainLeaveOneStray) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  for (int i = 0; i < 3; ++i) leave_stray(fd.get(), "page.html");
  EXPECT_THAT(folder.names(), SizeIs(1));
}

TEST(TemporaryFile, FileOfALivingWriterIsNoStray) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  TemporaryFile first(fd.get(), "page.html", named);
  TemporaryFile second(fd.get(), "page.html", named);
  const TemporaryFile third(fd.get(), "page.html");
  EXPECT_THAT(folder.names(), SizeIs(2));
  ASSERT_EQ(::write(first.fd(), "first", 5), 5);
  first.take_name_of_destination();
  EXPECT_EQ(read_file(folder.path("page.html")), "first");
}

TEST(TemporaryFile, DestinationThatAppearsMeanwhileIsReplaced) {
  const TemporaryFolder folder;
  const process::Fd fd = open_folder(folder);
  TemporaryFile file(fd.get(), "page.html");
  ASSERT_EQ(::write(file.fd(), "ours", 4), 4);
  write_file(folder.path("page.html"), "theirs");
  file.take_name_of_destination();
  EXPECT_EQ(read_file(folder.path("page.html")), "ours");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

}  // namespace
}  // namespace cloche::artifact
