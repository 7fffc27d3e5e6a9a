#include "guardian/guardian_start.hpp"

#include "guardian/descriptors.hpp"
#include "guardian/guardian.hpp"
#include "guardian/namespaces.hpp"
#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

[[noreturn]] void give_up(GuardianImage& image, Step step, int error) {
  image.error = error;
  image.failed_step = step;
  sys::exit(1);
}

[[noreturn]] void execute_program(GuardianImage& image) {
  const int program = image.targets[image.count - 1];
  char* const no_environment[] = {nullptr};
  sys::fcntl(program, F_SETFD, FD_CLOEXEC);
  const long result = sys::call(SYS_execveat, program, sys::address(""), sys::address(image.argv),
                                sys::address(no_environment), AT_EMPTY_PATH);
  give_up(image, Step::execute_guardian, static_cast<int>(-result));
}

}  // namespace

int become_guardian(void* argument) {
  auto& image = *static_cast<GuardianImage*>(argument);
  if (image.new_namespaces) {
    int error = 0;
    const Step failed = finish_namespaces(image.user_namespace, image.user, image.group, error);
    if (failed != Step::none) give_up(image, failed, error);
  }
  const long arranged = arrange_descriptors(image.sources, image.targets, image.count);
  if (arranged < 0) give_up(image, Step::arrange_descriptors, static_cast<int>(-arranged));
  if (!image.has_program) {
    const Launch launch = launch_from(image.launch);
    guard(launch);
  }
  execute_program(image);
}

}  // namespace cloche::guardian
