#include "guardian/launch.hpp"

#include <cerrno>
#include <cstdio>

#include <sys/mman.h>

#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

char* const* pointers_from(char* bytes, std::uint64_t array_offset) {
  auto* slots = reinterpret_cast<std::uint64_t*>(bytes + array_offset);
  for (std::uint64_t* slot = slots; *slot != 0; ++slot)
    *slot = reinterpret_cast<std::uint64_t>(bytes + *slot);
  return reinterpret_cast<char* const*>(slots);
}

}  // namespace

static_assert(sizeof(char*) == sizeof(std::uint64_t), "offsets become pointers in place");

Launch launch_from(char* bytes) {
  const auto& header = *reinterpret_cast<const LaunchHeader*>(bytes);
  Launch launch{};
  launch.argv = pointers_from(bytes, header.argv);
  launch.env = pointers_from(bytes, header.env);
  launch.programs = pointers_from(bytes, header.programs);
  launch.working_directory = header.working_directory != 0 ? bytes + header.working_directory : nullptr;
  launch.targets = reinterpret_cast<const std::int32_t*>(bytes + header.targets);
  launch.target_count = header.target_count;
  launch.hold = header.hold;
  launch.deadline_ms = header.deadline_ms;
  launch.stop_signal = header.stop_signal;
  launch.grace_ms = header.grace_ms;
  launch.outlives_main_process = header.outlives_main_process != 0;
  launch.seam_step = header.seam_step;
  launch.seam_fd = header.seam_fd;
  return launch;
}

long map_launch(int fd, Launch& launch) {
  const long size = sys::call(SYS_lseek, fd, 0, SEEK_END);
  if (size < 0) return size;
  if (size < static_cast<long>(sizeof(LaunchHeader))) return -EINVAL;
  const long bytes = sys::call(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (bytes < 0 && bytes > -4096) return bytes;
  launch = launch_from(reinterpret_cast<char*>(bytes));
  return 0;
}

}  // namespace cloche::guardian
