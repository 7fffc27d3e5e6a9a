#pragma once

#include "guardian/protocol.hpp"

// Which packets are part of the conversation. What is not ends it: neither side guesses what the other meant.
namespace cloche::guardian {

constexpr bool is_step(std::int32_t value) noexcept {
  return value >= static_cast<std::int32_t>(Step::none) && value <= static_cast<std::int32_t>(Step::end_tree);
}

constexpr bool is_stop_reason(std::int32_t value) noexcept {
  return value >= static_cast<std::int32_t>(StopReason::none) &&
         value <= static_cast<std::int32_t>(StopReason::deadline);
}

/// Whether `size` bytes, received into `request`, are a request. Signal numbers are the kernel's to judge.
constexpr bool is_request(const Request& request, std::int64_t size) noexcept {
  if (size != static_cast<std::int64_t>(sizeof request)) return false;
  switch (request.kind) {
    case Request::Kind::signal:
    case Request::Kind::finish:
      return true;
    case Request::Kind::stop:
      return request.terms.count <= max_stop_steps;
  }
  return false;
}

/// Whether `size` bytes, received into `report`, are a report.
constexpr bool is_report(const Report& report, std::int64_t size) noexcept {
  if (size != static_cast<std::int64_t>(sizeof report)) return false;
  switch (report.kind) {
    case Report::Kind::started:
      return report.value > 0;
    case Report::Kind::failed:
      return is_step(report.detail);
    case Report::Kind::stopped:
      return report.value >= 0;
    case Report::Kind::exited:
      return is_stop_reason(report.detail);
    case Report::Kind::ended:
      return report.value >= 0;
  }
  return false;
}

}  // namespace cloche::guardian
