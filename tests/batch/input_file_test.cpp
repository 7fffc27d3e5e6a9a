#include "batch/input_file.hpp"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "artifact/temporary_folder.hpp"
#include "batch/problem.hpp"

namespace cloche::batch {
namespace {

using test::TemporaryFolder;
using test::write_file;

std::string error_of(const std::string& path) {
  try {
    read_notebook_file(path, nullptr);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no error";
}

class InputFile : public testing::Test {
 protected:
  std::string error_for(const std::string& name, const std::string& text) {
    write_file(folder_.path(name), text);
    std::string error = error_of(folder_.path(name));
    const auto start = error.find(folder_.path());
    return error.erase(start, folder_.path().size() + 1);
  }
  TemporaryFolder folder_;
};

TEST_F(InputFile, NotebookIsRead) {
  write_file(folder_.path("n.py"),
             "import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n    x = 1\n    return\n");
  EXPECT_EQ(read_notebook_file(folder_.path("n.py"), nullptr).cells.at(0).source, "x = 1");
}

TEST_F(InputFile, LargeTextIsReadWhole) {
  const std::string text(3'000'000, 'x');
  write_file(folder_.path("n.py"), text);
  EXPECT_EQ(read_text_file(folder_.path("n.py"), nullptr), text);
}

TEST_F(InputFile, PipeIsReadToItsEnd) {
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { write_file(pipe, std::string(200'000, 'x')); });
  EXPECT_EQ(read_text_file(pipe, nullptr).size(), 200'000u);
  writer.join();
}

TEST_F(InputFile, PipeWithoutAWriterDoesNotOutliveTheCancellation) {
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  process::Cancellation cancellation;
  cancellation.request();
  EXPECT_THROW(read_text_file(pipe, &cancellation), Failure);
}

TEST_F(InputFile, WhatIsNoNotebookSaysWhy) {
  EXPECT_EQ(error_of("/no/such.py"), "cannot read `/no/such.py`: no such file or directory");
  EXPECT_EQ(error_of("/"), "cannot read `/`: is a directory");
  EXPECT_EQ(error_for("e.py", " \n"), "cannot read `e.py`: the file is empty");
  EXPECT_EQ(error_for("b.py", "x = 1\n# \xff\n"), "cannot read `b.py`: not UTF-8 text: byte 9, in line 2");
  EXPECT_EQ(error_for("n.ipynb", "{}"), "cannot read `n.ipynb`: Jupyter notebooks can't be read yet");
  EXPECT_EQ(error_for("n.py", "{\"cells\": []}"), "cannot read `n.py`: Jupyter notebooks can't be read yet");
}

TEST_F(InputFile, PythonThatIsNoNotebookIsNamedWithItsLine) {
  const std::string error = error_for("p.py", "print('I am no notebook')\n");
  EXPECT_TRUE(error.starts_with("cannot read `p.py`: line 1")) << error;
}

}  // namespace
}  // namespace cloche::batch
