#include "execution/support.hpp"

#include <cstdlib>
#include <fstream>

#include <unistd.h>

namespace cloche::execution::testing {
namespace {

namespace fs = std::filesystem;

std::set<std::string> open_descriptors() {
  std::set<std::string> descriptors;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the one that lists this folder
    const fs::path target = fs::read_symlink(entry.path(), gone);
    if (!gone) descriptors.insert(entry.path().filename().string() + " " + target.string());
  }
  return descriptors;
}

}  // namespace

std::string python() {
  const char* named = std::getenv("CLOCHE_TEST_PYTHON");
  return named && *named ? named : "/usr/bin/python3";
}

std::size_t count_children() {
  std::ifstream list("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  std::size_t count = 0;
  for (std::string pid; list >> pid;) ++count;
  return count;
}

ExecutionTest::ExecutionTest() {
  environment_.python = python();
  request_.environment = &environment_;
  request_.graph = &graph_;
  request_.notebook_path = path("notebook.py");
  request_.working_directory = folder_.path();
  request_.cancellation = &cancellation_;
  request_.stop.grace = std::chrono::milliseconds(1000);
}

void ExecutionTest::SetUp() {
  descriptors_ = open_descriptors();
}

void ExecutionTest::TearDown() {
  EXPECT_EQ(open_descriptors(), descriptors_);
  EXPECT_EQ(count_children(), 0u);
}

void ExecutionTest::cells(const std::vector<std::string>& sources) {
  notebook_ = {};
  graph_ = {};
  for (const std::string& source : sources) {
    const std::size_t index = notebook_.cells.size();
    notebook::Cell& cell = notebook_.cells.emplace_back();
    cell.id = "cell" + std::to_string(index);
    cell.source = source;
    graph_.order.push_back(index);
  }
  graph_.cells.resize(sources.size());
  graph_.parents.resize(sources.size());
  graph_.children.resize(sources.size());
  graph_.errors.resize(sources.size());
}

void ExecutionTest::needs(std::size_t cell, std::size_t parent) {
  graph_.parents[cell].push_back(parent);
  graph_.children[parent].push_back(cell);
}

void ExecutionTest::worker_script(const std::string& python_code) {
  environment_.python = path("worker");
  {
    std::ofstream script(environment_.python);
    script << "#!" << python() << "\nimport json, os, signal, sys, time\n"
           << "commands, events = int(sys.argv[2]), int(sys.argv[3])\n"
           << python_code;
  }
  fs::permissions(environment_.python, fs::perms::owner_all);
}

Result ExecutionTest::run() {
  return execute(notebook_, request_);
}

std::string ExecutionTest::printed(std::size_t cell) const {
  std::string text;
  for (const notebook::Output& output : notebook_.cells[cell].outputs) {
    const auto* stream = std::get_if<notebook::StreamOutput>(&output);
    if (!stream) continue;
    const bool bracketed = stream->name == notebook::StreamName::standard_error;
    text += bracketed ? "[" + stream->text + "]" : stream->text;
  }
  return text;
}

std::string ExecutionTest::standard_output(std::size_t cell) const {
  std::string text;
  for (const notebook::Output& output : notebook_.cells[cell].outputs) {
    const auto* stream = std::get_if<notebook::StreamOutput>(&output);
    if (stream && stream->name == notebook::StreamName::standard_output) text += stream->text;
  }
  return text;
}

const notebook::ErrorOutput& ExecutionTest::error(std::size_t cell) const {
  static const notebook::ErrorOutput none{"none", "", "", "", 0};
  const auto& outputs = notebook_.cells[cell].outputs;
  const auto* error = outputs.empty() ? nullptr : std::get_if<notebook::ErrorOutput>(&outputs.back());
  if (!error) ADD_FAILURE() << "cell " << cell << " has no error";
  return error ? *error : none;
}

}  // namespace cloche::execution::testing
