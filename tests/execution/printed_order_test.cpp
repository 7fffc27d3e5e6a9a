#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execution/execute.hpp"
#include "execution/support.hpp"

// What a notebook prints, by whatever means, stands under its cell and in order.
namespace cloche::execution {
namespace {

using testing::ExecutionTest;

class PrintedOrder : public ExecutionTest {};

TEST_F(PrintedOrder, PythonAndCAndDescriptorsAndChildProcesses) {
  cells({R"(
import ctypes, os, subprocess, sys
c = ctypes.CDLL(None)
for i in range(3):
    print('py', i)
    c.printf(b'c %d\n', i); c.fflush(None)
    os.write(1, b'fd %d\n' % i)
    subprocess.run(['echo', 'sub', str(i)])
c.printf(b'unflushed tail')
)",
         "os.write(2, b'err-fd\\n'); print('second')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0),
            "py 0\nc 0\nfd 0\nsub 0\npy 1\nc 1\nfd 1\nsub 1\npy 2\nc 2\nfd 2\nsub 2\nunflushed tail");
  // Python did not write to stderr, so no marker stands between the two.
  EXPECT_THAT(printed(1), ::testing::AnyOf("[err-fd\n]second\n", "second\n[err-fd\n]"));
}

TEST_F(PrintedOrder, OneThousandAlternationsOfStdoutAndStderr) {
  cells({R"(
import sys
for i in range(1000):
    print(i)
    print(i, file=sys.stderr)
)"});
  EXPECT_EQ(run().status, RunStatus::completed);
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    expected += std::to_string(i) + "\n[" + std::to_string(i) + "\n]";
  }
  EXPECT_EQ(printed(0), expected);
}

TEST_F(PrintedOrder, AlternationsOfChildProcesses) {
  cells({R"(
import subprocess, sys
for i in range(20):
    subprocess.run(['sh', '-c', 'echo out'])
    print('e', file=sys.stderr)
    subprocess.run(['sh', '-c', 'echo err >&2'])
    print('o')
)"});
  EXPECT_EQ(run().status, RunStatus::completed);
  std::string expected;
  for (int i = 0; i < 20; ++i) expected += "out\n[e\nerr\n]o\n";
  EXPECT_EQ(printed(0), expected);
}

TEST_F(PrintedOrder, EveryOneOfTwentyThousandFlushedLines) {
  cells({R"(
import sys
for i in range(20000):
    sys.stdout.write('row %05d %s\n' % (i, 'x' * 90)); sys.stdout.flush()
    if i % 100 == 0: sys.stderr.write('e%05d\n' % i)
print('THE END')
)",
         "print('next')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  std::string expected;
  for (int i = 0; i < 20000; ++i) {
    const std::string number = std::to_string(100000 + i).substr(1);
    expected += "row " + number + " " + std::string(90, 'x') + "\n";
  }
  EXPECT_TRUE(standard_output(0) == expected + "THE END\n");
  EXPECT_EQ(notebook_.cells[0].outputs.size(), 401u);
  EXPECT_EQ(printed(1), "next\n");
}

TEST_F(PrintedOrder, CharactersAndWrongBytes) {
  cells({"import os\nos.write(1, b'a\\xe2\\x82'); os.write(1, b'\\xacb\\xff\\xe2\\x82')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "a€b\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_F(PrintedOrder, StaysUnderTheRightCellWhenAStreamIsClosed) {
  cells({"import os\nprint('zero', flush=True)\nos.close(2)", "print('one')", "print('two')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(standard_output(0), "zero\n");
  EXPECT_EQ(standard_output(1), "one\n");
  EXPECT_EQ(standard_output(2), "two\n");
}

TEST_F(PrintedOrder, StaysUnderTheRightCellWhenStderrIsSentToStdout) {
  cells({"import os, sys\nos.dup2(1, 2)\nprint('a'); print('b', file=sys.stderr); print('c')", "print('d')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(0), "a\nb\nc\n");
  EXPECT_EQ(printed(1), "d\n");
}

TEST_F(PrintedOrder, TextOfExitHandlersStandsUnderTheLastCell) {
  cells({"import atexit\natexit.register(lambda: print('goodbye'))", "print('last')"});
  EXPECT_EQ(run().status, RunStatus::completed);
  EXPECT_EQ(printed(1), "last\ngoodbye\n");
}

TEST_F(PrintedOrder, ForkedChildrenAnswerForNothing) {
  cells({R"(
import os
pid = os.fork()
print('child' if pid == 0 else 'parent', flush=True)
if pid: os.waitpid(pid, 0)
)",
         "print('second cell')", R"(
import multiprocessing as mp
def sq(x): return x * x
with mp.get_context('fork').Pool(3) as p: print(p.map(sq, range(5)))
)"});
  EXPECT_EQ(run().status, RunStatus::completed);
  // Both processes write at the same time: which bytes come first is theirs to say.
  std::string both = printed(0);
  std::sort(both.begin(), both.end());
  std::string expected = "child\nparent\n";
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(both, expected);
  EXPECT_EQ(printed(1), "second cell\n");
  EXPECT_EQ(printed(2), "[0, 1, 4, 9, 16]\n");
}

}  // namespace
}  // namespace cloche::execution
