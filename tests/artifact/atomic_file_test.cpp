#include "artifact/atomic_file.hpp"

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/fd.hpp>

#include "artifact/temporary_folder.hpp"

namespace cloche::artifact {
namespace {

using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using testing::ElementsAre;
using testing::IsEmpty;

int write_error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const WriteError& error) {
    return error.code().value();
  }
  return 0;
}

void write_whole(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(AtomicFile, NewFileAppearsOnCommitAndNotBefore) {
  const TemporaryFolder folder;
  AtomicFile file(folder.path("page.html"));
  file.write("one ");
  file.write("two");
  EXPECT_THAT(folder.names(), IsEmpty());
  file.commit();
  EXPECT_EQ(read_file(folder.path("page.html")), "one two");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, OldFileStaysWholeUntilTheCommit) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  AtomicFile file(folder.path("page.html"));
  file.write("new");
  EXPECT_EQ(read_file(folder.path("page.html")), "old");
  file.commit();
  EXPECT_EQ(read_file(folder.path("page.html")), "new");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, DiscardedFileLeavesTheFolderAsItWas) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  { AtomicFile(folder.path("page.html")).write("new"); }
  EXPECT_EQ(read_file(folder.path("page.html")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, ReaderOfTheOldFileGoesOnReadingTheOldFile) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  const process::Fd reader(::open(folder.path("page.html").c_str(), O_RDONLY | O_CLOEXEC));
  write_whole(folder.path("page.html"), "new");
  char text[8];
  EXPECT_EQ(::read(reader.get(), text, sizeof text), 3);
  EXPECT_EQ(std::string(text, 3), "old");
}

TEST(AtomicFile, ExistingFileKeepsItsMode) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  ASSERT_EQ(::chmod(folder.path("page.html").c_str(), 0640), 0);
  write_whole(folder.path("page.html"), "new");
  EXPECT_EQ(mode_of(folder.path("page.html")), mode_t{0640});
}

TEST(AtomicFile, NewFileGetsTheModeThatTheUmaskAllows) {
  const TemporaryFolder folder;
  const mode_t old_umask = ::umask(027);
  write_whole(folder.path("page.html"), "new");
  ::umask(old_umask);
  EXPECT_EQ(mode_of(folder.path("page.html")), mode_t{0640});
}

TEST(AtomicFile, SymbolicLinkStaysAndItsTargetIsReplaced) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir(folder.path("site").c_str(), 0777), 0);
  write_file(folder.path("site/real.html"), "old");
  ASSERT_EQ(::symlink("site/real.html", folder.path("link.html").c_str()), 0);
  write_whole(folder.path("link.html"), "new");
  EXPECT_EQ(read_file(folder.path("site/real.html")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.html")));
}

TEST(AtomicFile, DanglingLinkGetsItsTarget) {
  const TemporaryFolder folder;
  ASSERT_EQ(::symlink("missing/real.html", folder.path("link.html").c_str()), 0);
  write_whole(folder.path("link.html"), "new");
  EXPECT_EQ(read_file(folder.path("missing/real.html")), "new");
}

TEST(AtomicFile, CircleOfLinksIsAnError) {
  const TemporaryFolder folder;
  ASSERT_EQ(::symlink("b", folder.path("a").c_str()), 0);
  ASSERT_EQ(::symlink("a", folder.path("b").c_str()), 0);
  EXPECT_EQ(write_error_of([&] { AtomicFile file(folder.path("a")); }), ELOOP);
}

TEST(AtomicFile, MissingFoldersAreMade) {
  const TemporaryFolder folder;
  write_whole(folder.path("a/b/page.html"), "new");
  EXPECT_EQ(read_file(folder.path("a/b/page.html")), "new");
}

TEST(AtomicFile, FoldersOfADiscardedFileGoAway) {
  const TemporaryFolder folder;
  { AtomicFile file(folder.path("a/b/page.html")); }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(AtomicFile, FolderThatSomebodyElseUsesMeanwhileStays) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.path("a/b/page.html"));
    write_file(folder.path("a/other"), "");
  }
  EXPECT_THAT(folder.names(), ElementsAre("a"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("a/b")));
}

TEST(AtomicFile, FolderAsDestinationIsRefusedAtOnce) {
  const TemporaryFolder folder;
  EXPECT_EQ(write_error_of([&] { AtomicFile file(folder.path()); }), EISDIR);
  EXPECT_EQ(write_error_of([&] { AtomicFile file(folder.path("missing/")); }), EISDIR);
}

TEST(AtomicFile, FileWhereAFolderShouldBeIsRefusedAtOnce) {
  const TemporaryFolder folder;
  write_file(folder.path("file"), "");
  EXPECT_EQ(write_error_of([&] { AtomicFile file(folder.path("file/page.html")); }), ENOTDIR);
}

TEST(AtomicFile, EmptyNameIsRefused) {
  EXPECT_EQ(write_error_of([] { AtomicFile file(""); }), ENOENT);
}

TEST(AtomicFile, NameOf255BytesIsWrittenAndReplaced) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_whole(folder.path(name), "one");
  write_whole(folder.path(name), "two");
  EXPECT_EQ(read_file(folder.path(name)), "two");
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

TEST(AtomicFile, NameOf256BytesIsRefusedAtOnce) {
  const TemporaryFolder folder;
  EXPECT_EQ(write_error_of([&] { AtomicFile file(folder.path(std::string(256, 'n'))); }), ENAMETOOLONG);
}

TEST(AtomicFile, ErrorNamesThePathAsItWasGiven) {
  try {
    AtomicFile file("/proc/no-such/page.html");
    FAIL() << "nothing can be made there";
  } catch (const WriteError& error) {
    EXPECT_STREQ(error.what(), "/proc/no-such/page.html: No such file or directory");
  }
}

TEST(AtomicFile, FullDeviceIsAnErrorOfTheWrite) {
  AtomicFile file("/dev/full");
  EXPECT_EQ(write_error_of([&] { file.write("bytes"); }), ENOSPC);
}

/// Lowers the size that files may have; what a full disk does to a writer, this does without a disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit lowered{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &lowered);
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

TEST(AtomicFile, WriteThatFailsInTheMiddleLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  {
    AtomicFile file(folder.path("page.html"));
    const FileSizeLimit limit(100000);
    EXPECT_EQ(write_error_of([&] { file.write(std::string(3 << 20, 'x')); }), EFBIG);
  }
  EXPECT_EQ(read_file(folder.path("page.html")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, ProgramKilledAfterWritingLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  process::Pipe ready = process::make_pipe();
  const pid_t pid = ::fork();
  if (pid == 0) {
    AtomicFile file(folder.path("page.html"));
    file.write("new, but nobody will see it");
    if (::write(ready.write_end.get(), "!", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char byte;
  ASSERT_EQ(::read(ready.read_end.get(), &byte, 1), 1);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  EXPECT_EQ(read_file(folder.path("page.html")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, TwoWritersOfOneDestinationEachWriteItWhole) {
  const TemporaryFolder folder;
  write_file(folder.path("page.html"), "old");
  AtomicFile first(folder.path("page.html"));
  AtomicFile second(folder.path("page.html"));
  first.write("first");
  second.write("second");
  second.commit();
  EXPECT_EQ(read_file(folder.path("page.html")), "second");
  first.commit();
  EXPECT_EQ(read_file(folder.path("page.html")), "first");
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, ManyThreadsReplacingOneFileNeverShowAHalfOne) {
  const TemporaryFolder folder;
  const std::string path = folder.path("page.html");
  write_whole(path, std::string(50000, 'a'));
  std::vector<std::thread> writers;
  for (const char letter : {'b', 'c', 'd'}) {
    writers.emplace_back([&path, letter] {
      for (int i = 0; i < 30; ++i) write_whole(path, std::string(50000, letter));
    });
  }
  for (int i = 0; i < 300; ++i) {
    const std::string text = read_file(path);
    ASSERT_EQ(text, std::string(50000, text.at(0)));
  }
  for (auto& writer : writers) writer.join();
  EXPECT_THAT(folder.names(), ElementsAre("page.html"));
}

TEST(AtomicFile, FifoIsWrittenDirectlyWhenItsReaderComes) {
  const TemporaryFolder folder;
  const std::string path = folder.path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string text;
  AtomicFile file(path);
  std::thread reader([&] { text = read_file(path); });
  file.write("through the pipe");
  file.commit();
  file = AtomicFile("/dev/null");
  reader.join();
  EXPECT_EQ(text, "through the pipe");
}

TEST(AtomicFile, FifoWithoutAReaderDoesNotOutliveTheCancellation) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  process::Cancellation cancellation;
  cancellation.request();
  AtomicFile file(folder.path("fifo"), &cancellation);
  EXPECT_EQ(write_error_of([&] { file.write("nobody listens"); }), ECANCELED);
}

TEST(AtomicFile, OwnDescriptorIsWrittenWhereItStands) {
  const TemporaryFolder folder;
  const process::Fd log(::open(folder.path("log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  ASSERT_EQ(::write(log.get(), "before ", 7), 7);
  write_whole("/dev/fd/" + std::to_string(log.get()), "page");
  ASSERT_EQ(::write(log.get(), " after", 6), 6);
  EXPECT_EQ(read_file(folder.path("log")), "before page after");
}

TEST(AtomicFile, DescriptorOpenForReadingIsRefusedAtOnce) {
  const process::Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(write_error_of([&] { AtomicFile file("/proc/self/fd/" + std::to_string(null.get())); }), EBADF);
}

/// Runs `action` in a process that is nobody's friend; its result is the exit status.
int as_nobody(const std::function<int()>& action) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (::geteuid() == 0 && (::setgid(65534) < 0 || ::setuid(65534) < 0)) ::_exit(255);
    ::_exit(action());
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WEXITSTATUS(status);
}

TEST(AtomicFile, ReadOnlyFolderIsRefusedAtOnce) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir(folder.path("locked").c_str(), 0555), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  EXPECT_EQ(
      as_nobody([&] { return write_error_of([&] { AtomicFile file(folder.path("locked/page.html")); }); }),
      EACCES);
}

TEST(AtomicFile, ReadOnlyFileIsRefusedAtOnceAlthoughItCouldBeReplaced) {
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  write_file(folder.path("page.html"), "precious");
  ASSERT_EQ(::chmod(folder.path("page.html").c_str(), 0444), 0);
  EXPECT_EQ(as_nobody([&] { return write_error_of([&] { AtomicFile file(folder.path("page.html")); }); }),
            EACCES);
}

TEST(AtomicFile, FolderThatMayNotBeListedIsWrittenAllTheSame) {
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::mkdir(folder.path("drop").c_str(), 0777), 0);
  ASSERT_EQ(::chmod(folder.path("drop").c_str(), 0333), 0);
  EXPECT_EQ(as_nobody([&] {
              return write_error_of([&] {
                write_whole(folder.path("drop/page.html"), "one");
                write_whole(folder.path("drop/page.html"), "two");
              });
            }),
            0);
  ASSERT_EQ(::chmod(folder.path("drop").c_str(), 0777), 0);
  EXPECT_EQ(read_file(folder.path("drop/page.html")), "two");
}

}  // namespace
}  // namespace cloche::artifact
