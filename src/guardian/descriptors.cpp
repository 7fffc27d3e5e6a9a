#include "guardian/descriptors.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace cloche::guardian {
namespace {

bool close_from_to(unsigned first, unsigned last) {
  return first > last || close_range(first, last, 0) == 0;
}

}  // namespace

bool arrange_descriptors(const std::int32_t* sources, const std::int32_t* targets, std::uint32_t count) {
  if (count == 0) return close_from_to(0, ~0u);
  if (count > max_descriptors) {
    errno = EMFILE;
    return false;
  }
  // First all of them out of the way, above the highest target: else a target could overwrite a source still
  // to be moved.
  std::int32_t lifted[max_descriptors];
  for (std::uint32_t i = 0; i < count; ++i) {
    lifted[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, targets[count - 1] + 1);
    if (lifted[i] < 0) return false;
  }
  unsigned next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto target = static_cast<unsigned>(targets[i]);
    if (dup2(lifted[i], targets[i]) < 0) return false;
    if (target > next && !close_from_to(next, target - 1)) return false;
    next = target + 1;
  }
  return close_from_to(next, ~0u);
}

}  // namespace cloche::guardian
