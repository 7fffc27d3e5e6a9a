#include "guardian/descriptors.hpp"

#include <cerrno>

#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

long close_from_to(unsigned first, unsigned last) {
  return first > last ? 0 : sys::close_range(first, last);
}

}  // namespace

long arrange_descriptors(const std::int32_t* sources, const std::int32_t* targets, std::uint32_t count) {
  if (count == 0) return close_from_to(0, ~0u);
  if (count > max_descriptors) return -EMFILE;
  // First all of them out of the way, above the highest target: else a target could overwrite a source still
  // to be moved.
  std::int32_t lifted[max_descriptors];
  for (std::uint32_t i = 0; i < count; ++i) {
    const long fd = sys::fcntl(sources[i], F_DUPFD_CLOEXEC, targets[count - 1] + 1);
    if (fd < 0) return fd;
    lifted[i] = static_cast<std::int32_t>(fd);
  }
  unsigned next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto target = static_cast<unsigned>(targets[i]);
    long result = sys::dup_onto(lifted[i], targets[i]);
    if (result >= 0 && target > next) result = close_from_to(next, target - 1);
    if (result < 0) return result;
    next = target + 1;
  }
  return close_from_to(next, ~0u);
}

}  // namespace cloche::guardian
