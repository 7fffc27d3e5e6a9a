#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cloche/process/child.hpp>
#include <cloche/process/command.hpp>
#include <cloche/process/fd.hpp>
#include <cloche/process/ownership.hpp>

#include "process/seam.hpp"

namespace cloche::process::testing {

/// A test that fails when it leaves a descriptor or a child behind.
class ProcessTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

 private:
  std::set<int> descriptors_;
};

/// The same for every tier.
class TierTest : public ProcessTest, public ::testing::WithParamInterface<Tier> {};

std::string tier_test_name(const ::testing::TestParamInfo<Tier>& info);
/// Every tier.
inline const std::vector<Tier> every_tier = {Tier::pid_namespace, Tier::subreaper, Tier::process_group};
/// Those that promise to end whatever left the group.
inline const std::vector<Tier> whole_tree_tiers = {Tier::pid_namespace, Tier::subreaper};

/// A pipe whose writing end is handed to a tree, to be inherited by all of it: its end comes when the last
/// holder is gone, and only the kernel can bring it.
class Lifeline {
 public:
  Lifeline();
  int for_tree() const { return pipe_.write_end.get(); }
  /// Lets go of the test's own copy.
  void let_go() { pipe_.write_end.reset(); }
  /// Waits for the end, for twenty seconds at most; false is a failure.
  bool everybody_is_gone();
  /// Whether anybody still holds it, without waiting.
  bool somebody_lives() const;

 private:
  Pipe pipe_;
};

std::string program(const std::string& name);
/// As the exporter program takes it.
std::string name_of(Seam seam);
std::vector<std::string> hostile_tree(const std::string& main_process, const std::string& manners);

/// Reads a line, waiting twenty seconds at most.
std::string read_line(int fd);

/// The direct children of this process, alive or not.
std::set<pid_t> children();

/// A helper program started without the library under test. `descriptors` are (source, target) pairs.
class Helper {
 public:
  Helper(std::vector<std::string> argv, const std::vector<std::pair<int, int>>& descriptors);
  ~Helper();
  pid_t pid() const { return pid_; }
  void send(int signal) const;
  /// Waits for its end, twenty seconds at most, and gives the wait status.
  int status();
  int standard_output() const { return output_.get(); }

 private:
  pid_t pid_ = -1;
  bool reaped_ = false;
  Fd output_;
};

}  // namespace cloche::process::testing
