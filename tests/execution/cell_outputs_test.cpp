#include "execution/cell_outputs.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

using notebook::DisplayOutput;
using notebook::Output;
using notebook::StreamOutput;
using testing::ElementsAre;

constexpr auto out = notebook::StreamName::standard_output;
constexpr auto err = notebook::StreamName::standard_error;

TEST(CellOutputs, MergesNeighboursOfOneStream) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs);
  cell.printed(out, "a");
  cell.printed(out, "b");
  cell.printed(err, "c");
  cell.printed(out, "d");
  cell.finish();
  EXPECT_THAT(outputs, ElementsAre(StreamOutput{out, "ab"}, StreamOutput{err, "c"}, StreamOutput{out, "d"}));
}

TEST(CellOutputs, KeepsDisplaysBetweenTheTextsAroundThem) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs);
  const DisplayOutput image{{{"image/png", "AAAA"}}, ""};
  cell.printed(out, "a");
  cell.displayed(image);
  cell.printed(out, "b");
  cell.finish();
  EXPECT_THAT(outputs, ElementsAre(StreamOutput{out, "a"}, image, StreamOutput{out, "b"}));
}

TEST(CellOutputs, JoinsACharacterThatTheOtherStreamInterrupts) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs);
  cell.printed(out, "\xE2\x82");
  cell.printed(err, "!");
  cell.printed(out, "\xAC");
  cell.finish();
  EXPECT_THAT(outputs, ElementsAre(StreamOutput{err, "!"}, StreamOutput{out, "€"}));
}

TEST(CellOutputs, AddsNothingForNothing) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs);
  cell.printed(out, "");
  cell.finish();
  EXPECT_TRUE(outputs.empty());
}

TEST(CellOutputs, KeepsTheBeginningAndSaysHowMuchWasLeftOut) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs, {10, 100});
  cell.printed(out, "12345");
  cell.printed(err, "6789€ and so on");
  for (int i = 0; i < 1000; ++i) cell.printed(out, "0123456789");
  cell.finish();
  EXPECT_THAT(
      outputs,
      ElementsAre(StreamOutput{out, "12345"},
                  StreamOutput{err,
                               "6789\n[10,013 more bytes were printed and left out: the first 10 of a cell "
                               "are kept]\n"}));
}

TEST(CellOutputs, DropsNothingAtExactlyTheLimit) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs, {10, 100});
  cell.printed(out, "0123456789");
  cell.finish();
  EXPECT_THAT(outputs, ElementsAre(StreamOutput{out, "0123456789"}));
}

TEST(CellOutputs, LimitsWhatIsDisplayed) {
  std::vector<Output> outputs;
  CellOutputs cell(outputs, {100, 40});
  const DisplayOutput image{{{"image/png", std::string(21, 'A')}}, ""};
  for (int i = 0; i < 3; ++i) cell.displayed(image);
  cell.finish();
  EXPECT_THAT(
      outputs,
      ElementsAre(image, StreamOutput{err,
                                      "\n[2 more displayed objects were left out: 40 bytes of a cell are "
                                      "kept]\n"}));
}

}  // namespace
}  // namespace cloche::execution
