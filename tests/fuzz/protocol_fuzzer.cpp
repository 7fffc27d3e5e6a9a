// Any bytes in place of a packet: what is taken as a request stops a tree as asked and in its time, what is
// taken as a report can be told.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "guardian/packet.hpp"
#include "guardian/stop_schedule.hpp"
#include "process/step_names.hpp"

using namespace cloche::guardian;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

/// As recv(2) does it: no more than fits, and the number of bytes that came.
template <class Packet>
std::int64_t receive(Packet& packet, const std::uint8_t* data, std::size_t size) {
  const std::size_t taken = size < sizeof packet ? size : sizeof packet;
  if (taken > 0) std::memcpy(&packet, data, taken);
  return static_cast<std::int64_t>(taken);
}

void obey(const Request& request) {
  if (request.kind != Request::Kind::stop) return;
  StopSchedule schedule;
  std::int64_t now_ms = 1;
  std::uint32_t signals = schedule.begin(request.terms, now_ms) == StopSchedule::Due::signal;
  for (;;) {
    if (schedule.next_ms() > now_ms) now_ms = schedule.next_ms();
    const StopSchedule::Due due = schedule.advance(now_ms);
    require(due != StopSchedule::Due::nothing);
    if (due == StopSchedule::Due::kill) return;
    require(++signals <= request.terms.count);
  }
}

void tell(const Report& report) {
  switch (report.kind) {
    case Report::Kind::failed:
      require(!cloche::process::name_of(static_cast<Step>(report.detail)).empty());
      return;
    case Report::Kind::exited:
      require(is_stop_reason(report.detail));
      return;
    case Report::Kind::started:
    case Report::Kind::stopped:
    case Report::Kind::ended:
      require(report.value >= 0);
      return;
  }
  require(false);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Request request{};
  if (is_request(request, receive(request, data, size))) obey(request);
  Report report{};
  if (is_report(report, receive(report, data, size))) tell(report);
  return 0;
}
