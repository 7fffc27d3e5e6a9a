// Any requests to stop, at any moments: the first one's signals come in their order, a repeated one only
// brings the end nearer, and the end comes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "guardian/stop_schedule.hpp"

using namespace cloche::guardian;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::int64_t total_of(const StopTerms& terms) {
  std::int64_t total = 0;
  for (std::uint32_t i = 0; i < terms.count; ++i) total += std::max<std::int64_t>(terms.steps[i].grace_ms, 0);
  return total;
}

struct Tree {
  StopSchedule schedule;
  std::int64_t now_ms = 1;
  std::int64_t bound_ms = 0;
  std::uint32_t signals = 0;
  bool killed = false;

  /// A request as a packet brings it; the guardian ends the tree at once for one of more steps.
  void request(const StopTerms& terms) {
    if (terms.count > max_stop_steps) return;
    const bool first = !schedule.running();
    const std::int64_t kill_at_ms = now_ms + total_of(terms);
    bound_ms = first ? kill_at_ms : std::min(bound_ms, kill_at_ms);
    const bool asked = schedule.begin(terms, now_ms) == StopSchedule::Due::signal;
    require(asked == (first && kill_at_ms > now_ms));
    if (asked) signals = 1;
    require(schedule.running() && schedule.next_ms() <= std::max(bound_ms, now_ms));
  }

  void keep_time() {
    if (!schedule.running()) return;
    // More rounds than there are signals would never end.
    for (std::uint32_t round = 0; round <= max_stop_steps && !killed; ++round) {
      const StopSchedule::Due due = schedule.advance(now_ms);
      if (due == StopSchedule::Due::nothing) {
        require(now_ms < bound_ms);
        return;
      }
      killed = due == StopSchedule::Due::kill;
      require(killed == (now_ms >= bound_ms));
      if (killed) return;
      require(++signals <= schedule.terms().count);
      require(schedule.signal() == schedule.terms().steps[signals - 1].signal);
    }
    require(false);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Tree tree;
  while (size >= 4 && !tree.killed) {
    std::int32_t passing_ms;
    std::memcpy(&passing_ms, data, sizeof passing_ms);
    data += sizeof passing_ms;
    size -= sizeof passing_ms;
    tree.now_ms += passing_ms & 0xffff;
    tree.keep_time();
    if (passing_ms >= 0 || tree.killed) continue;
    StopTerms terms{};
    const std::size_t taken = std::min(size, sizeof terms);
    std::memcpy(&terms, data, taken);
    terms.count %= max_stop_steps + 2;
    data += taken;
    size -= taken;
    tree.request(terms);
  }
  if (!tree.schedule.running() || tree.killed) return 0;
  tree.now_ms = tree.bound_ms;
  tree.keep_time();
  require(tree.killed);
  return 0;
}
