#include "process/launch_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <unistd.h>

#include <cloche/process/error.hpp>

#include "guardian/descriptors.hpp"

namespace cloche::process {
namespace {

// What execvp(3) uses when the environment has no PATH.
constexpr std::string_view default_path = "/bin:/usr/bin";

std::string_view name_of_variable(std::string_view entry) {
  return entry.substr(0, entry.find('='));
}

void check_text(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) throw Error(EINVAL, "start a command: zero byte in a text");
}

/// Lays out the header, arrays and texts of a launch file.
class Layout {
 public:
  Layout() : bytes_(sizeof(guardian::LaunchHeader)) {}

  std::uint64_t add_text(const std::string& text) {
    const std::uint64_t offset = bytes_.size();
    bytes_.insert(bytes_.end(), text.c_str(), text.c_str() + text.size() + 1);
    return offset;
  }

  std::uint64_t add_texts(const std::vector<std::string>& texts) {
    std::vector<std::uint64_t> offsets;
    offsets.reserve(texts.size() + 1);
    for (const std::string& text : texts) offsets.push_back(add_text(text));
    offsets.push_back(0);
    return add_array(offsets.data(), offsets.size());
  }

  template <class Item>
  std::uint64_t add_array(const Item* items, std::size_t count) {
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    const std::uint64_t offset = bytes_.size();
    const auto* first = reinterpret_cast<const char*>(items);
    bytes_.insert(bytes_.end(), first, first + count * sizeof(Item));
    return offset;
  }

  std::vector<char> finish(guardian::LaunchHeader header) {
    bytes_.push_back(0);  // so that a damaged file's last text is ended too
    header.size = bytes_.size();
    std::memcpy(bytes_.data(), &header, sizeof header);
    return std::move(bytes_);
  }

 private:
  std::vector<char> bytes_;
};

std::string path_in(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment)
    if (entry.starts_with("PATH=")) return entry.substr(5);
  return std::string(default_path);
}

}  // namespace

std::vector<std::string> program_candidates(const std::string& program, const std::string& path) {
  if (program.find('/') != std::string::npos) return {program};
  std::vector<std::string> candidates;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = path.substr(begin, end - begin);
    candidates.push_back((folder.empty() ? "." : folder) + "/" + program);
    if (end == path.size()) return candidates;
    begin = end + 1;
  }
}

std::vector<std::string> environment_of(const Environment& environment) {
  const auto is_replaced = [&](std::string_view name) {
    return std::find(environment.removed.begin(), environment.removed.end(), name) !=
               environment.removed.end() ||
           std::any_of(environment.set.begin(), environment.set.end(),
                       [&](const auto& pair) { return pair.first == name; });
  };
  std::vector<std::string> entries;
  if (environment.inherited)
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry)
      if (!is_replaced(name_of_variable(*entry))) entries.emplace_back(*entry);
  for (const auto& [name, value] : environment.set) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<PassedDescriptor> sorted_descriptors(const Command& command) {
  std::vector<PassedDescriptor> sorted = command.descriptors;
  std::sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.target < b.target; });
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i].target < 3 || (i > 0 && sorted[i].target == sorted[i - 1].target))
      throw Error(EINVAL, "start a command: descriptor number " + std::to_string(sorted[i].target));
  // Three streams, and in the guardian its own three, the two of a cgroup and its program.
  if (sorted.size() + 9 > guardian::max_descriptors)
    throw Error(EMFILE, "start a command: descriptors to pass");
  return sorted;
}

std::vector<char> launch_file(const Command& command, const LaunchTerms& terms) {
  if (command.argv.empty() || command.argv.front().empty())
    throw Error(EINVAL, "start a command: no program named");
  const std::vector<std::string> environment = environment_of(command.environment);
  for (const std::string& text : command.argv) check_text(text);
  for (const std::string& text : environment) check_text(text);
  check_text(command.working_directory);

  std::vector<std::int32_t> targets;
  for (const PassedDescriptor& descriptor : sorted_descriptors(command)) targets.push_back(descriptor.target);

  Layout layout;
  guardian::LaunchHeader header{};
  header.target_count = static_cast<std::uint32_t>(targets.size());
  header.targets = layout.add_array(targets.data(), targets.size());
  header.argv = layout.add_texts(command.argv);
  header.env = layout.add_texts(environment);
  header.programs = layout.add_texts(program_candidates(command.argv.front(), path_in(environment)));
  if (!command.working_directory.empty())
    header.working_directory = layout.add_text(command.working_directory);
  header.hold = terms.hold;
  header.deadline_ms = terms.deadline_ms;
  header.deadline_stop = terms.deadline_stop;
  header.terminal = terms.terminal;
  header.job_group = terms.job_group;
  header.terminal_stream = terms.terminal_stream;
  header.confined = command.confined ? 1 : 0;
  if (terms.containment != nullptr) {
    const std::vector<guardian::Limit>& limits = terms.containment->limits;
    header.limit_count = static_cast<std::uint32_t>(limits.size());
    std::copy(limits.begin(), limits.end(), header.limits);
    if (terms.containment->cgroup) header.cgroup_name = layout.add_text(terms.containment->cgroup->name());
  }
  header.cgroup_fd = terms.cgroup_fd;
  header.cgroup_parent_fd = terms.cgroup_parent_fd;
  header.outlives_main_process = command.until_pipes_close ? 1 : 0;
  header.seam_step = terms.seam_step;
  header.seam_fd = terms.seam_fd;
  return layout.finish(header);
}

}  // namespace cloche::process
