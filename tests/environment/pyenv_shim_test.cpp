#include "environment/pyenv_shim.hpp"

#include <gtest/gtest.h>

#include "environment/surroundings.hpp"

namespace cloche::environment {
namespace {

class PyenvShim : public test::Surroundings {
 protected:
  PyenvShim() {
    write_program("pyenv/shims/python3", "exit 1");
    write_program("pyenv/versions/3.11.7/bin/python3", "");
    write_program("pyenv/versions/3.12.1/bin/python3", "");
    write("pyenv/version", "3.11.7\n");
    std::filesystem::create_directories(path("work/deep"));
  }
  std::string resolved() const { return resolve_pyenv_shim(path("pyenv/shims/python3"), path("work/deep")); }
  std::string shim() const { return path("pyenv/shims/python3"); }
};

TEST_F(PyenvShim, GlobalVersionIsFollowed) {
  EXPECT_EQ(resolved(), path("pyenv/versions/3.11.7/bin/python3"));
}

TEST_F(PyenvShim, FileAboveTheFolderWinsOverTheGlobalVersion) {
  write("work/.python-version", "3.12.1\n");
  EXPECT_EQ(resolved(), path("pyenv/versions/3.12.1/bin/python3"));
}

TEST_F(PyenvShim, VariableWinsOverAllFiles) {
  write("work/.python-version", "3.12.1\n");
  set("PYENV_VERSION", "3.11.7");
  EXPECT_EQ(resolved(), path("pyenv/versions/3.11.7/bin/python3"));
}

TEST_F(PyenvShim, WhatIsNotSurelyOneInstalledVersionIsLeftToPyenv) {
  write("work/.python-version", "3.12.1 3.11.7\n");
  EXPECT_EQ(resolved(), shim());
  write("work/.python-version", "3.12\n");
  EXPECT_EQ(resolved(), shim());
  write("work/.python-version", "# comment\n");
  EXPECT_EQ(resolved(), shim());
  set("PYENV_VERSION", "system");
  EXPECT_EQ(resolved(), shim());
  set("PYENV_VERSION", "../../escape");
  EXPECT_EQ(resolved(), shim());
}

TEST_F(PyenvShim, OtherInterpretersAreLeftAlone) {
  write_program("bin/python3", "");
  EXPECT_EQ(resolve_pyenv_shim(path("bin/python3"), path("work")), path("bin/python3"));
}

}  // namespace
}  // namespace cloche::environment
