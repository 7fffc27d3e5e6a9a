#include "execution/event_decoder.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

using notebook::MimeBundle;
using notebook::MimeData;
using testing::ElementsAre;
using testing::Pair;

std::vector<Event> decode(const std::vector<std::string>& reads) {
  EventDecoder decoder;
  std::vector<Event> events;
  for (const std::string& read : reads) {
    std::string_view bytes = read;
    while (std::optional<Event> event = decoder.next(bytes)) events.push_back(*std::move(event));
    EXPECT_TRUE(bytes.empty());
  }
  return events;
}

template <typename Kind>
Kind decode_one(const std::string& line) {
  std::vector<Event> events = decode({line + "\n"});
  if (events.size() != 1) throw std::logic_error("not one event");
  if (const auto* malformed = std::get_if<MalformedEvent>(&events[0])) {
    if constexpr (!std::is_same_v<Kind, MalformedEvent>) ADD_FAILURE() << malformed->reason;
  }
  return std::get<Kind>(events[0]);
}

TEST(EventDecoder, ReadsReady) {
  EXPECT_EQ(decode_one<Ready>(R"({"event": "ready", "python": "3.12.1"})").python, "3.12.1");
}

TEST(EventDecoder, ReadsAnOutput) {
  const auto displayed = decode_one<Displayed>(
      R"({"event": "output", "cell": "Hbol", "data": [["image/png", "AA=="], ["text/plain", "x"]],)"
      R"("metadata": {"width": 3, "data": [1, {"deep": null}]}, "marker": 7})"
      " ");
  EXPECT_EQ(displayed.cell_id, "Hbol");
  EXPECT_EQ(displayed.output.data, (MimeBundle{{"image/png", "AA=="}, {"text/plain", "x"}}));
  EXPECT_EQ(displayed.output.metadata, R"({"width":3,"data":[1,{"deep":null}]})");
  EXPECT_EQ(displayed.marker, 7u);
}

TEST(EventDecoder, ReadsAFinishedCell) {
  const auto finished = decode_one<Finished>(
      R"({"event": "finished", "cell": "MJUe", "status": "succeeded", "data": [["text/html", "<b>2</b>"]], "duration": 0.25})");
  EXPECT_EQ(finished.status, Finished::Status::succeeded);
  EXPECT_EQ(finished.result.data, (MimeBundle{{"text/html", "<b>2</b>"}}));
  EXPECT_EQ(finished.result.metadata, "");
  EXPECT_EQ(finished.duration, std::chrono::milliseconds(250));
  EXPECT_EQ(finished.error, std::nullopt);
  EXPECT_EQ(finished.marker, std::nullopt);
}

TEST(EventDecoder, ReadsAFailedCell) {
  const auto finished = decode_one<Finished>(
      R"({"event": "finished", "cell": "a", "status": "failed", "data": null, "duration": 1,)"
      R"("error": {"kind": "exception", "name": "KeyError", "message": "'x'", "traceback": "T\nK", "line": 3}})");
  notebook::ErrorOutput expected;
  expected.name = "KeyError";
  expected.message = "'x'";
  expected.traceback = "T\nK";
  expected.line = 3;
  EXPECT_EQ(finished.error, expected);
  EXPECT_TRUE(finished.result.data.empty());
}

TEST(EventDecoder, ReadsPackages) {
  EXPECT_THAT(decode_one<Packages>(R"({"event": "packages", "packages": [["numpy", "2.3.1"]]})").packages,
              ElementsAre(Pair("numpy", "2.3.1")));
}

TEST(EventDecoder, ReadsEventsHoweverTheyAreCut) {
  const std::string text =
      "{\"event\":\"output\",\"cell\":\"a\",\"data\":[[\"text/plain\",\"\\u00e4\\ud83d\\ude00\\n€\"]]}\n"
      "{\"event\":\"ready\",\"python\":\"3\"}\n";
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      const auto events =
          decode({text.substr(0, first), text.substr(first, second - first), text.substr(second)});
      ASSERT_EQ(events.size(), 2u);
      ASSERT_EQ(std::get<Displayed>(events[0]).output.data, (MimeBundle{{"text/plain", "ä😀\n€"}}));
      ASSERT_EQ(std::get<Ready>(events[1]).python, "3");
    }
  }
}

TEST(EventDecoder, KeepsDataWholeWhateverItsSize) {
  const std::string large(50'000'000, 'x');
  const auto finished = decode_one<Finished>(
      R"({"event":"finished","cell":"a","status":"succeeded","data":[["text/plain",")" + large + "\"]]}");
  EXPECT_EQ(finished.result.data[0].data.size(), large.size());
}

TEST(EventDecoder, SaysWhatIsNoEventAndGoesOn) {
  for (const std::string& line : std::vector<std::string>{
           "",
           "hello",
           "{",
           "[]",
           "null",
           "{} {}",
           "{}",
           R"({"event": 3})",
           R"({"event": "unheard-of"})",
           R"({"event": "ready"})",
           R"({"event": "ready", "python": "3"} x)",
           R"({"event": "output", "cell": "a", "data": "text"})",
           R"({"event": "output", "cell": "a", "data": [["text/plain"]]})",
           R"({"event": "output", "cell": "a", "data": [["text/plain", "x", "y"]]})",
           R"({"event": "output", "cell": "a", "data": [["text/plain", 3]]})",
           R"({"event": "output", "cell": "a", "data": [["text/plain", {}]]})",
           R"({"event": "output", "cell": "a", "data": ["text/plain", "x"]})",
           R"({"event": "output", "cell": "a", "data": {"text/plain": "x"}})",
           R"({"event": "output", "cell": "a", "data": [[["text/plain", "x"]]]})",
           R"({"event": "output", "data": []})",
           R"({"event": "output", "cell": "a", "metadata": 3})",
           R"({"event": "output", "cell": "a", "marker": -1})",
           R"({"event": "output", "cell": "a", "marker": "1"})",
           R"({"event": "finished", "cell": "a", "status": "odd"})",
           R"({"event": "finished", "cell": "a", "status": "failed"})",
           R"({"event": "finished", "cell": "a", "status": "failed", "error": {"kind": 1}})",
           R"({"event": "finished", "cell": "a", "status": "succeeded", "duration": -1})",
           R"({"event": "finished", "cell": "a", "status": "succeeded", "duration": 1e300})",
           R"({"event": "packages", "packages": [["numpy"]]})",
           R"({"event": "packages", "packages": {}})",
           "{\"event\": \"ready\", \"python\": \"\xFF\"}",
           "{\"event\": \"ready\", \"python\": \"\\ud800\"}",
           std::string(1000, '[')}) {
    const auto events = decode({line + "\n{\"event\":\"ready\",\"python\":\"3\"}\n"});
    ASSERT_EQ(events.size(), 2u) << line;
    ASSERT_TRUE(std::holds_alternative<MalformedEvent>(events[0])) << line;
    EXPECT_FALSE(std::get<MalformedEvent>(events[0]).reason.empty()) << line;
    EXPECT_TRUE(std::holds_alternative<Ready>(events[1])) << line;
  }
}

}  // namespace
}  // namespace cloche::execution
