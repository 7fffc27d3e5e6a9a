#include "execution/stream_merger.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

constexpr auto out = notebook::StreamName::standard_output;
constexpr auto err = notebook::StreamName::standard_error;

std::string marker(std::uint64_t number) {
  return "\x1b]m;" + std::to_string(number) + "\x07";
}

/// Writes stdout as it is and stderr in capitals... of brackets: [text].
class Transcript final : public StreamMerger::Sink {
 public:
  void printed(notebook::StreamName stream, std::string_view bytes) override {
    written += stream == out ? std::string(bytes) : "[" + std::string(bytes) + "]";
  }
  std::string written;
};

TEST(StreamMerger, PutsEpochsInOrderHoweverTheyArrive) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.read(err, marker(1) + "b" + marker(2) + marker(3) + "d");
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "");
  merger.read(out, "a" + marker(1) + marker(2) + "c" + marker(3));
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "a[b]c[d]");
}

TEST(StreamMerger, HandsOnAtOnceWhatNothingCanPrecede) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.read(out, "a");
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "a");
  merger.read(err, "c code");
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "a[c code]");
}

TEST(StreamMerger, KeepsTheOrderOfArrivalWithinAnEpoch) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.read(out, "1");
  merger.read(err, "2");
  merger.read(out, "3");
  merger.read(out, "4");
  merger.emit_all(transcript);
  EXPECT_EQ(transcript.written, "1[2]34");
}

TEST(StreamMerger, StopsAtTheMarkerItIsAskedFor) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.read(out, "first" + marker(1) + "second" + marker(2));
  merger.read(err, marker(1) + "too" + marker(2) + "late");
  EXPECT_TRUE(merger.reached(err, 2));
  EXPECT_FALSE(merger.reached(err, 3));
  merger.emit_before(1, transcript);
  EXPECT_EQ(transcript.written, "first");
  merger.emit_before(2, transcript);
  EXPECT_EQ(transcript.written, "firstsecond[too]");
}

TEST(StreamMerger, FallsBackToArrivalWhenAStreamIsClosedOrLost) {
  for (const bool closed : {true, false}) {
    StreamMerger merger("m");
    Transcript transcript;
    merger.read(out, "a" + marker(1) + "b");
    merger.emit_certain(transcript);
    EXPECT_EQ(transcript.written, "a");
    if (closed) {
      merger.closed(err);
    } else {
      merger.lost(err);
    }
    merger.emit_certain(transcript);
    merger.read(err, "x");
    merger.read(out, "c");
    merger.emit_certain(transcript);
    EXPECT_EQ(transcript.written, "ab[x]c");
  }
}

TEST(StreamMerger, TrustsAStreamAgainWhenItsMarkersComeBack) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.lost(err);
  merger.read(err, marker(4));
  merger.read(out, marker(5) + "after");
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "");
  merger.read(err, "before" + marker(5));
  merger.emit_certain(transcript);
  EXPECT_EQ(transcript.written, "[before]after");
}

TEST(StreamMerger, HoldsNoMoreThanTheLimit) {
  StreamMerger merger("m", 1000);
  Transcript transcript;
  merger.read(out, marker(1));
  std::size_t read = 0;
  for (int i = 0; i < 100; ++i) {
    merger.read(out, std::string(100, 'x'));
    read += 100;
    merger.emit_certain(transcript);
    EXPECT_LE(read - transcript.written.size(), 1000u);
  }
}

TEST(StreamMerger, KeepsAMarkersBeginningAtTheEndOfAStream) {
  StreamMerger merger("m");
  Transcript transcript;
  merger.read(out, "a\x1b]m;1");
  merger.closed(out);
  merger.emit_all(transcript);
  EXPECT_EQ(transcript.written, "a\x1b]m;1");
}

TEST(StreamMerger, RestoresAnyOrderFromAnyReads) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    // What a worker would write, and what it means.
    std::string streams[2];
    std::string expected;
    int last = 0;
    std::uint64_t number = 0;
    for (int piece = 0; piece < 50; ++piece) {
      const int stream = static_cast<int>(random() % 2);
      if (stream != last) {
        ++number;
        streams[last] += marker(number);
        streams[stream] += marker(number);
        last = stream;
      }
      const std::string text = std::to_string(piece) + ",";
      streams[stream] += text;
      expected += (stream == 0 ? "o" : "e") + text;
    }
    // Read in random portions, stream by stream at random.
    StreamMerger merger("m");
    struct Sink final : StreamMerger::Sink {
      void printed(notebook::StreamName stream, std::string_view bytes) override {
        for (const char byte : bytes) {
          if (at_start) written += stream == out ? 'o' : 'e';
          written += byte;
          at_start = byte == ',';
        }
      }
      bool at_start = true;
      std::string written;
    } sink;
    std::size_t position[2] = {0, 0};
    while (position[0] < streams[0].size() || position[1] < streams[1].size()) {
      const std::size_t stream = random() % 2;
      const std::string portion = streams[stream].substr(position[stream], random() % 30);
      position[stream] += portion.size();
      merger.read(stream == 0 ? out : err, portion);
      merger.emit_certain(sink);
    }
    merger.emit_certain(sink);
    EXPECT_EQ(sink.written, expected);
  }
}

}  // namespace
}  // namespace cloche::execution
