#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "artifact/temporary_folder.hpp"
#include "execution/execute.hpp"
#include "notebook/graph.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution::testing {

/// The interpreter that tests run notebooks with: CLOCHE_TEST_PYTHON, or the machine's.
std::string python();

/// A test that runs notebooks in a folder of its own, and fails when a descriptor or a child is left behind.
class ExecutionTest : public ::testing::Test {
 protected:
  ExecutionTest();
  void SetUp() override;
  void TearDown() override;

  /// A notebook of these cells, which run in this order and don't know of each other.
  void cells(const std::vector<std::string>& sources);
  /// Says that `cell` needs `parent`.
  void needs(std::size_t cell, std::size_t parent);
  /// Puts a script in the worker's place. It finds the descriptors of its commands and events in `commands`
  /// and `events`, and has imported json, os, signal, sys and time.
  void worker_script(const std::string& python_code);
  Result run();

  /// What the cell printed on both streams, stderr's pieces in brackets.
  std::string printed(std::size_t cell) const;
  /// What the cell printed on stdout.
  std::string standard_output(std::size_t cell) const;
  notebook::CellStatus status(std::size_t cell) const { return notebook_.cells[cell].status; }
  /// The cell's last output, which must be an error.
  const notebook::ErrorOutput& error(std::size_t cell) const;
  std::string path(const std::string& name) const { return folder_.path(name); }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

  test::TemporaryFolder folder_;
  notebook::Notebook notebook_;
  notebook::Graph graph_;
  environment::Environment environment_;
  process::Cancellation cancellation_;
  Request request_;

 private:
  std::set<std::string> descriptors_;
};

/// How many children this process has, alive or not.
std::size_t count_children();

}  // namespace cloche::execution::testing
