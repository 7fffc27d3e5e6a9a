#include "artifact/stream.hpp"

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cloche/process/fd.hpp>

namespace cloche::artifact {
namespace {

TEST(WriteStream, SlowReaderGetsEverything) {
  process::Pipe pipe = process::make_pipe();
  const std::string text(1 << 20, 'x');
  std::size_t received = 0;
  std::thread reader([&] {
    char buffer[1000];
    for (ssize_t n; (n = ::read(pipe.read_end.get(), buffer, sizeof buffer)) > 0;) {
      received += static_cast<std::size_t>(n);
    }
  });
  EXPECT_EQ(write_stream(pipe.write_end.get(), text, nullptr), 0);
  pipe.write_end.reset();
  reader.join();
  EXPECT_EQ(received, text.size());
}

TEST(WriteStream, ReaderThatIsGoneIsABrokenPipe) {
  std::signal(SIGPIPE, SIG_IGN);
  process::Pipe pipe = process::make_pipe();
  pipe.read_end.reset();
  EXPECT_EQ(write_stream(pipe.write_end.get(), "x", nullptr), EPIPE);
}

TEST(WriteStream, ReaderThatNeverReadsDoesNotOutliveTheCancellation) {
  process::Pipe pipe = process::make_pipe();
  process::Cancellation cancellation;
  std::thread canceller([&] { cancellation.request(); });
  EXPECT_EQ(write_stream(pipe.write_end.get(), std::string(1 << 20, 'x'), &cancellation), ECANCELED);
  canceller.join();
}

TEST(WriteStream, RequestedCancellationDoesNotKeepFromWritingToAReadyReader) {
  process::Pipe pipe = process::make_pipe();
  process::Cancellation cancellation;
  cancellation.request();
  EXPECT_EQ(write_stream(pipe.write_end.get(), "there is room", &cancellation), 0);
}

}  // namespace
}  // namespace cloche::artifact
