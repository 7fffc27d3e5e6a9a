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

/// Bytes of the file; none of a sound one begins in the header.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

bool is_found(const Range& range) {
  return range.begin != 0;
}

bool overlap(const Range& one, const Range& other) {
  return one.begin < other.end && other.begin < one.end;
}

bool is_text(std::uint64_t offset, std::uint64_t size) {
  return offset >= sizeof(LaunchHeader) && offset < size;
}

bool is_text_or_none(std::uint64_t offset, std::uint64_t size) {
  return offset == 0 || is_text(offset, size);
}

/// The array of offsets that starts there, if it is ended and each of them, `least` or more, is one of a
/// text.
Range offsets_at(const char* bytes, std::uint64_t size, std::uint64_t offset, std::uint64_t least) {
  constexpr std::uint64_t slot_size = sizeof(std::uint64_t);
  if (offset % slot_size != 0 || offset < sizeof(LaunchHeader)) return {};
  for (std::uint64_t slot = offset; slot <= size - slot_size; slot += slot_size) {
    const std::uint64_t text = *reinterpret_cast<const std::uint64_t*>(bytes + slot);
    if (text == 0) return (slot - offset) / slot_size >= least ? Range{offset, slot + slot_size} : Range{};
    if (!is_text(text, size)) return {};
  }
  return {};
}

/// The targets, if they are ascending and none is a stream's number.
Range targets_at(const char* bytes, std::uint64_t size, std::uint64_t offset, std::uint32_t count) {
  if (count > max_descriptors - 3 || offset % alignof(std::int32_t) != 0) return {};
  if (offset < sizeof(LaunchHeader) || offset > size || count * sizeof(std::int32_t) > size - offset)
    return {};
  const auto* targets = reinterpret_cast<const std::int32_t*>(bytes + offset);
  for (std::uint32_t i = 0; i < count; ++i)
    if (targets[i] < 3 || targets[i] == INT32_MAX || (i > 0 && targets[i] <= targets[i - 1])) return {};
  return {offset, offset + count * sizeof(std::int32_t)};
}

bool has_sound_arrays(const char* bytes, std::uint64_t size, const LaunchHeader& header) {
  const Range targets = targets_at(bytes, size, header.targets, header.target_count);
  const Range argv = offsets_at(bytes, size, header.argv, 1);
  const Range env = offsets_at(bytes, size, header.env, 0);
  const Range programs = offsets_at(bytes, size, header.programs, 1);
  if (!is_found(targets) || !is_found(argv) || !is_found(env) || !is_found(programs)) return false;
  // Offsets become pointers in place, once.
  return !overlap(targets, argv) && !overlap(targets, env) && !overlap(targets, programs) &&
         !overlap(argv, env) && !overlap(argv, programs) && !overlap(env, programs);
}

bool has_sound_numbers(const LaunchHeader& header) {
  return header.hold <= Hold::process_group && header.terminal <= Terminal::own &&
         header.terminal_stream >= (header.terminal == Terminal::own ? 0 : -1) &&
         header.terminal_stream <= 2 && header.limit_count <= max_limits &&
         header.deadline_stop.count <= max_stop_steps;
}

}  // namespace

static_assert(sizeof(char*) == sizeof(std::uint64_t), "offsets become pointers in place");

bool is_sound(const char* bytes, std::uint64_t size) {
  // A zero at the very end ends every text.
  if (size < sizeof(LaunchHeader) || bytes[size - 1] != 0) return false;
  const auto& header = *reinterpret_cast<const LaunchHeader*>(bytes);
  return header.size == size && is_text_or_none(header.working_directory, size) &&
         is_text_or_none(header.cgroup_name, size) && has_sound_numbers(header) &&
         has_sound_arrays(bytes, size, header);
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
