#include "artifact/destination.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "artifact/temporary_folder.hpp"

namespace cloche::artifact {
namespace {

using Kind = Destination::Kind;
using test::TemporaryFolder;

TEST(Destination, NothingThereIsAFileToBe) {
  const TemporaryFolder folder;
  const Destination found = find_destination(folder.path("page.html"));
  EXPECT_EQ(found.kind, Kind::file);
  EXPECT_FALSE(found.existing);
}

TEST(Destination, LookingChangesNothing) {
  const TemporaryFolder folder;
  test::write_file(folder.path("page.html"), "old");
  EXPECT_TRUE(find_destination(folder.path("page.html")).existing);
  EXPECT_EQ(test::read_file(folder.path("page.html")), "old");
}

TEST(Destination, LinkToALinkEndsAtTheFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir(folder.path("sub").c_str(), 0777), 0);
  ASSERT_EQ(::symlink("sub/second", folder.path("first").c_str()), 0);
  ASSERT_EQ(::symlink("../page.html", folder.path("sub/second").c_str()), 0);
  EXPECT_EQ(find_destination(folder.path("first")).path, folder.path("sub/../page.html"));
}

TEST(Destination, DeviceIsAStream) {
  EXPECT_EQ(find_destination("/dev/null").kind, Kind::stream);
}

TEST(Destination, FifoWithoutAReaderWaitsForOne) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(find_destination(folder.path("fifo")).kind, Kind::waiting_fifo);
}

TEST(Destination, FolderOfANameAloneIsHere) {
  EXPECT_EQ(folder_of("page.html"), ".");
  EXPECT_EQ(folder_of("/page.html"), "/");
  EXPECT_EQ(folder_of("a/b/page.html"), "a/b");
  EXPECT_EQ(name_in_folder("a/b/page.html"), "page.html");
  EXPECT_EQ(name_in_folder("page.html"), "page.html");
}

}  // namespace
}  // namespace cloche::artifact
