#include "guardian/stop_schedule.hpp"

#include <csignal>
#include <initializer_list>

#include <gtest/gtest.h>

namespace cloche::guardian {
namespace {

using Due = StopSchedule::Due;

StopTerms terms(std::initializer_list<StopTerms::Step> steps) {
  StopTerms result{};
  for (const StopTerms::Step& step : steps) result.steps[result.count++] = step;
  return result;
}

const StopTerms three_steps = terms({{SIGINT, 10}, {SIGHUP, 20}, {SIGTERM, 30}});

TEST(StopSchedule, RunsFromTheFirstStopOn) {
  StopSchedule schedule;
  EXPECT_FALSE(schedule.running());
  EXPECT_EQ(schedule.advance(1'000'000), Due::nothing);
  EXPECT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  EXPECT_TRUE(schedule.running());
}

TEST(StopSchedule, AsksStepByStepAndKillsInTheEnd) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGINT);
  EXPECT_EQ(schedule.next_ms(), 1010);
  EXPECT_EQ(schedule.advance(1009), Due::nothing);
  EXPECT_EQ(schedule.advance(1010), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGHUP);
  EXPECT_EQ(schedule.next_ms(), 1030);
  EXPECT_EQ(schedule.advance(1030), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGTERM);
  EXPECT_EQ(schedule.next_ms(), 1060);
  EXPECT_EQ(schedule.advance(1059), Due::nothing);
  EXPECT_EQ(schedule.advance(1060), Due::kill);
}

TEST(StopSchedule, OneThatWasHeldUpSkipsNoStepThatStillHasTime) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  // The time of the second step has passed as well: both signals are due at once, one by one.
  EXPECT_EQ(schedule.advance(1035), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGHUP);
  EXPECT_EQ(schedule.advance(1035), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGTERM);
  EXPECT_EQ(schedule.advance(1035), Due::nothing);
}

TEST(StopSchedule, OneThatWasHeldUpBeyondTheEndKills) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  EXPECT_EQ(schedule.advance(5000), Due::kill);
}

TEST(StopSchedule, NoGraceKillsAtOnceAndAsksNobody) {
  StopSchedule schedule;
  EXPECT_EQ(schedule.begin(terms({{SIGTERM, 0}}), 1000), Due::nothing);
  EXPECT_EQ(schedule.next_ms(), 1000);
  EXPECT_EQ(schedule.advance(1000), Due::kill);
}

TEST(StopSchedule, ANegativeGraceIsNoGrace) {
  StopSchedule schedule;
  EXPECT_EQ(schedule.begin(terms({{SIGTERM, -5000}}), 1000), Due::nothing);
  EXPECT_EQ(schedule.advance(1000), Due::kill);
}

TEST(StopSchedule, AStepWithoutGraceIsStillAsked) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(terms({{SIGINT, 0}, {SIGTERM, 10}}), 1000), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGINT);
  EXPECT_EQ(schedule.advance(1000), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGTERM);
  EXPECT_EQ(schedule.advance(1010), Due::kill);
}

TEST(StopSchedule, ALaterStopBringsTheKillNearer) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  EXPECT_EQ(schedule.begin(terms({{SIGTERM, 5}}), 1001), Due::nothing);
  EXPECT_EQ(schedule.signal(), SIGINT) << "the first stop says what to ask with";
  EXPECT_EQ(schedule.next_ms(), 1006);
  EXPECT_EQ(schedule.advance(1006), Due::kill);
}

TEST(StopSchedule, ALaterStopNeverPutsTheKillOff) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(terms({{SIGTERM, 10}}), 1000), Due::signal);
  EXPECT_EQ(schedule.begin(terms({{SIGTERM, 5000}}), 1009), Due::nothing);
  EXPECT_EQ(schedule.next_ms(), 1010);
  EXPECT_EQ(schedule.advance(1010), Due::kill);
}

TEST(StopSchedule, ALaterStopWithoutGraceKillsAtOnce) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  schedule.begin(terms({{SIGTERM, 0}}), 1002);
  EXPECT_EQ(schedule.advance(1002), Due::kill);
}

TEST(StopSchedule, ALaterStopKeepsTheStepsThatFitBeforeTheNewEnd) {
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(three_steps, 1000), Due::signal);
  schedule.begin(terms({{SIGTERM, 20}}), 1000);
  EXPECT_EQ(schedule.advance(1010), Due::signal);
  EXPECT_EQ(schedule.signal(), SIGHUP);
  EXPECT_EQ(schedule.advance(1020), Due::kill);
}

TEST(StopSchedule, AGraceThatIsNearlyForeverDoesNotOverflow) {
  constexpr std::int32_t longest = 0x7fffffff;
  StopTerms forever{};
  for (; forever.count < max_stop_steps; ++forever.count) forever.steps[forever.count] = {SIGTERM, longest};
  StopSchedule schedule;
  ASSERT_EQ(schedule.begin(forever, 1000), Due::signal);
  std::int64_t now = 1000;
  for (std::uint32_t step = 1; step < max_stop_steps; ++step) {
    now += longest;
    EXPECT_EQ(schedule.advance(now), Due::signal);
  }
  EXPECT_EQ(schedule.next_ms(), now + longest);
  EXPECT_EQ(schedule.advance(now + longest), Due::kill);
}

}  // namespace
}  // namespace cloche::guardian
