#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace cloche::test {

/// A machine of its own for one test: an empty folder as home, with a bin/ that is all of PATH but the
/// system's tools, and none of the variables that name environments.
class Surroundings : public testing::Test {
 protected:
  Surroundings() {
    std::string name = (std::filesystem::temp_directory_path() / "cloche-test-XXXXXX").string();
    root_ = std::filesystem::canonical(::mkdtemp(name.data())).string();
    std::filesystem::create_directory(root_ + "/bin");
    for (const char* gone :
         {"VIRTUAL_ENV", "CONDA_PREFIX", "UV", "PYENV_VERSION", "UV_PROJECT_ENVIRONMENT"}) {
      unset(gone);
    }
    set("HOME", root_);
    set("XDG_CACHE_HOME", root_ + "/cache");
    set("PATH", root_ + "/bin");
  }
  ~Surroundings() override {
    for (const auto& [name, value] : saved_) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
    std::filesystem::remove_all(root_);
  }

  void set(const std::string& name, const std::string& value) {
    save(name);
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  void unset(const std::string& name) {
    save(name);
    ::unsetenv(name.c_str());
  }

  std::string path(const std::string& name) const { return root_ + "/" + name; }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }
  /// An executable shell script.
  void write_program(const std::string& name, const std::string& script) const {
    write(name, "#!/bin/sh\n" + script);
    ::chmod(path(name).c_str(), 0755);
  }

 private:
  void save(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    saved_.try_emplace(name, value ? std::optional<std::string>(value) : std::nullopt);
  }

  std::string root_;
  std::map<std::string, std::optional<std::string>> saved_;
};

}  // namespace cloche::test
