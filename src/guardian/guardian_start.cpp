#include "guardian/guardian_start.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "guardian/descriptors.hpp"
#include "guardian/guardian.hpp"
#include "guardian/namespaces.hpp"

namespace cloche::guardian {
namespace {

[[noreturn]] void give_up(GuardianImage& image, Step step) {
  image.error = errno;
  image.failed_step = step;
  _exit(1);
}

}  // namespace

int become_guardian(void* argument) {
  auto& image = *static_cast<GuardianImage*>(argument);
  if (image.new_namespaces) {
    const Step failed = finish_namespaces(image.user_namespace, image.user, image.group);
    if (failed != Step::none) give_up(image, failed);
  }
  if (!arrange_descriptors(image.sources, image.targets, image.count))
    give_up(image, Step::arrange_descriptors);
  if (image.helpers == nullptr) {
    const Launch launch = launch_from(image.launch);
    for (int fd = control_fd; fd <= launch_fd; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
    guard(launch);
  }
  char* const no_environment[] = {nullptr};
  for (const char* const* helper = image.helpers; *helper != nullptr; ++helper)
    execve(*helper, image.argv, no_environment);
  give_up(image, Step::execute_guardian);
}

}  // namespace cloche::guardian
