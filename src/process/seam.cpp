#include "process/seam.hpp"

#ifdef CLOCHE_SEAMS

#include <atomic>

#include "process/launch_file.hpp"

namespace cloche::process {
namespace {
std::atomic<SeamHook> current_hook{nullptr};
std::atomic<guardian::Step> guardian_step{guardian::Step::none};
std::atomic<int> guardian_target{-1};
}  // namespace

void set_seam_hook(SeamHook hook) noexcept {
  current_hook = hook;
}

void seam(Seam at) {
  if (const SeamHook hook = current_hook) hook(at);
}

void set_guardian_seam(guardian::Step step, int target) noexcept {
  guardian_step = step;
  guardian_target = target;
}

std::pair<guardian::Step, int> guardian_seam(const Command& command) {
  int fd = guardian::first_passed_fd;
  for (const PassedDescriptor& descriptor : sorted_descriptors(command)) {
    if (descriptor.target == guardian_target) return {guardian_step, fd};
    ++fd;
  }
  return {guardian::Step::none, -1};
}

}  // namespace cloche::process

#endif
