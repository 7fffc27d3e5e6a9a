#include "environment/program_search.hpp"

#include <gtest/gtest.h>

#include "environment/surroundings.hpp"

namespace cloche::environment {
namespace {

class FindProgram : public test::Surroundings {};

TEST_F(FindProgram, TakesTheFirstExecutableFileOfThePath) {
  write("first/tool", "not executable");
  std::filesystem::create_directories(path("second/tool"));
  write_program("third/tool", "");
  write_program("fourth/tool", "");
  const std::string search =
      path("first") + ":" + path("second") + ":" + path("third") + ":" + path("fourth");
  EXPECT_EQ(find_program("tool", search), path("third/tool"));
}

TEST_F(FindProgram, NameWithASlashIsAFile) {
  write_program("tool", "");
  EXPECT_EQ(find_program(path("./tool"), ""), path("tool"));
  EXPECT_EQ(find_program(path("missing"), path("")), "");
}

TEST_F(FindProgram, LinkIsNotResolved) {
  write_program("real", "");
  std::filesystem::create_symlink("real", path("link"));
  EXPECT_EQ(find_program(path("link"), ""), path("link"));
}

TEST_F(FindProgram, NothingIsFoundForNothing) {
  EXPECT_EQ(find_program("", path("bin")), "");
  EXPECT_EQ(find_program("tool", ""), "");
}

}  // namespace
}  // namespace cloche::environment
