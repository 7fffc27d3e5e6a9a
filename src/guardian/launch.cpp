#include "guardian/launch.hpp"

#include <cerrno>
#include <cstdio>

#include <sys/mman.h>

#include "guardian/descriptors.hpp"
#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

char* const* pointers_from(char* bytes, std::uint64_t array_offset) {
  auto* slots = reinterpret_cast<std::uint64_t*>(bytes + array_offset);
  for (std::uint64_t* slot = slots; *slot != 0; ++slot)
    *slot = reinterpret_cast<std::uint64_t>(bytes + *slot);
  return reinterpret_cast<char* const*>(slots);
}

/// Whether an array of offsets starts there, is ended, and each one points into the file.
bool is_sound_array(const char* bytes, std::uint64_t size, std::uint64_t offset) {
  constexpr std::uint64_t slot_size = sizeof(std::uint64_t);
  if (offset % slot_size != 0) return false;
  for (; offset <= size - slot_size; offset += slot_size) {
    const std::uint64_t text = *reinterpret_cast<const std::uint64_t*>(bytes + offset);
    if (text == 0) return true;
    if (text >= size) return false;
  }
  return false;
}

}  // namespace

static_assert(sizeof(char*) == sizeof(std::uint64_t), "offsets become pointers in place");

bool is_sound(const char* bytes, std::uint64_t size) {
  // A zero at the very end ends every text.
  if (size < sizeof(LaunchHeader) || bytes[size - 1] != 0) return false;
  const auto& header = *reinterpret_cast<const LaunchHeader*>(bytes);
  if (header.size != size || header.working_directory >= size || header.cgroup_name >= size) return false;
  if (header.target_count > max_descriptors - 3 || header.limit_count > max_limits) return false;
  if (header.deadline_stop.count > max_stop_steps) return false;
  if (header.targets % alignof(std::int32_t) != 0 || header.targets > size ||
      header.target_count * sizeof(std::int32_t) > size - header.targets)
    return false;
  return is_sound_array(bytes, size, header.argv) && is_sound_array(bytes, size, header.env) &&
         is_sound_array(bytes, size, header.programs);
}

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
  launch.deadline_stop = header.deadline_stop;
  launch.terminal = header.terminal;
  launch.job_group = header.job_group;
  launch.terminal_stream = header.terminal_stream;
  launch.confined = header.confined != 0;
  for (std::uint32_t i = 0; i < header.limit_count; ++i) launch.limits[i] = header.limits[i];
  launch.limit_count = header.limit_count;
  launch.cgroup_fd = header.cgroup_fd;
  launch.cgroup_parent_fd = header.cgroup_parent_fd;
  launch.cgroup_name = header.cgroup_name != 0 ? bytes + header.cgroup_name : nullptr;
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
  auto* const file = reinterpret_cast<char*>(bytes);
  if (!is_sound(file, static_cast<std::uint64_t>(size))) return -EINVAL;
  launch = launch_from(file);
  return 0;
}

}  // namespace cloche::guardian
