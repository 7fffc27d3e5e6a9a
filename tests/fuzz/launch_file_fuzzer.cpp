// Any bytes are a launch file that is refused, or one whose every part lies within it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "guardian/descriptors.hpp"
#include "guardian/launch.hpp"

using namespace cloche::guardian;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void require_text(const std::vector<char>& file, const char* text) {
  require(text >= file.data() + sizeof(LaunchHeader) && text < file.data() + file.size());
  require(text + std::strlen(text) < file.data() + file.size());
}

void require_texts(const std::vector<char>& file, char* const* texts) {
  for (; *texts != nullptr; ++texts) require_text(file, *texts);
}

void read(std::vector<char> file) {
  if (!is_sound(file.data(), file.size())) return;
  const Launch launch = launch_from(file.data());
  require(launch.argv[0] != nullptr && launch.programs[0] != nullptr);
  require_texts(file, launch.argv);
  require_texts(file, launch.env);
  require_texts(file, launch.programs);
  if (launch.working_directory != nullptr) require_text(file, launch.working_directory);
  if (launch.cgroup_name != nullptr) require_text(file, launch.cgroup_name);
  require(launch.target_count + 3 <= max_descriptors);
  for (std::uint32_t i = 0; i < launch.target_count; ++i)
    require(launch.targets[i] > (i == 0 ? 2 : launch.targets[i - 1]));
  require(launch.limit_count <= max_limits && launch.deadline_stop.count <= max_stop_steps);
  require(launch.hold <= Hold::process_group && launch.terminal <= Terminal::own);
  require(launch.terminal != Terminal::own || (launch.terminal_stream >= 0 && launch.terminal_stream <= 2));
}

/// Nearer to what is accepted, which chance alone would seldom meet.
std::vector<char> brought_near(std::vector<char> file) {
  if (file.size() < sizeof(LaunchHeader)) file.resize(sizeof(LaunchHeader));
  file.resize((file.size() + 7) / 8 * 8 + 8);
  LaunchHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  header.size = file.size();
  for (std::uint64_t* offset : {&header.targets, &header.argv, &header.env, &header.programs})
    *offset = sizeof header + *offset % (file.size() - sizeof header) / 8 * 8;
  for (std::uint64_t* offset : {&header.working_directory, &header.cgroup_name})
    if (*offset != 0) *offset = *offset % file.size();
  header.target_count %= max_descriptors;
  header.hold = static_cast<Hold>(static_cast<std::uint32_t>(header.hold) % 4);
  header.terminal = static_cast<Terminal>(static_cast<std::uint32_t>(header.terminal) % 5);
  header.terminal_stream %= 4;
  header.limit_count %= max_limits + 2;
  header.deadline_stop.count %= max_stop_steps + 2;
  std::memcpy(file.data(), &header, sizeof header);
  for (std::size_t slot = sizeof header; slot + 8 <= file.size(); slot += 8) {
    std::uint64_t offset;
    std::memcpy(&offset, file.data() + slot, sizeof offset);
    if (offset % 2 == 0) continue;
    offset = sizeof header + offset / 2 % (file.size() - sizeof header);
    std::memcpy(file.data() + slot, &offset, sizeof offset);
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> file(data, data + size);
  read(file);
  read(brought_near(file));
  return 0;
}
