#include "guardian/packet.hpp"

#include <cerrno>
#include <csignal>

#include <gtest/gtest.h>

namespace cloche::guardian {
namespace {

constexpr std::int64_t whole_request = sizeof(Request);
constexpr std::int64_t whole_report = sizeof(Report);

Request request_of(std::uint32_t kind, std::uint32_t step_count = 0) {
  Request request{};
  request.kind = static_cast<Request::Kind>(kind);
  request.value = SIGTERM;
  request.terms.count = step_count;
  return request;
}

Report report_of(Report::Kind kind, std::int32_t value, std::int32_t detail) {
  return {kind, value, detail, {}};
}

TEST(Packet, OfAnotherSizeIsNothing) {
  for (const std::int64_t size :
       {std::int64_t{-EAGAIN}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}}) {
    EXPECT_FALSE(is_request(request_of(1), size));
    EXPECT_FALSE(is_report(report_of(Report::Kind::exited, 0, 0), size));
  }
  EXPECT_FALSE(is_request(request_of(1), whole_request - 1));
  EXPECT_FALSE(is_report(report_of(Report::Kind::exited, 0, 0), whole_report + 1));
}

TEST(Packet, OfAnUnknownKindIsNothing) {
  for (const std::uint32_t kind : {0U, 4U, 0xffffffffU})
    EXPECT_FALSE(is_request(request_of(kind), whole_request));
  for (const std::uint32_t kind : {0U, 6U, 0xffffffffU}) {
    EXPECT_FALSE(is_report(report_of(static_cast<Report::Kind>(kind), 1, 0), whole_report));
  }
}

TEST(Packet, ARequestToStopHasNoMoreStepsThanFit) {
  EXPECT_TRUE(is_request(request_of(2, 0), whole_request));
  EXPECT_TRUE(is_request(request_of(2, max_stop_steps), whole_request));
  EXPECT_FALSE(is_request(request_of(2, max_stop_steps + 1), whole_request));
  // Other requests have no terms, so whatever stands there says nothing.
  EXPECT_TRUE(is_request(request_of(1, max_stop_steps + 1), whole_request));
  EXPECT_TRUE(is_request(request_of(3, max_stop_steps + 1), whole_request));
}

TEST(Packet, AReportIsOneThatAGuardianCanMake) {
  using Kind = Report::Kind;
  EXPECT_TRUE(is_report(report_of(Kind::started, 2, 0), whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::started, 0, 0), whole_report)) << "no process has pid 0";
  EXPECT_TRUE(
      is_report(report_of(Kind::failed, ENOENT, static_cast<std::int32_t>(Step::execute)), whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::failed, ENOENT, static_cast<std::int32_t>(Step::end_tree) + 1),
                         whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::failed, ENOENT, -1), whole_report));
  EXPECT_TRUE(is_report(report_of(Kind::stopped, 0, 0), whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::stopped, -1, 0), whole_report));
  EXPECT_TRUE(
      is_report(report_of(Kind::exited, 256, static_cast<std::int32_t>(StopReason::deadline)), whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::exited, 256, 3), whole_report));
  EXPECT_TRUE(is_report(report_of(Kind::ended, 0, 1), whole_report));
  EXPECT_FALSE(is_report(report_of(Kind::ended, -1, 0), whole_report));
}

}  // namespace
}  // namespace cloche::guardian
