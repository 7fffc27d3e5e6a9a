#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <cloche/process/fd.hpp>
#include <cloche/process/resources.hpp>

namespace cloche::process {

/// A folder of the cgroup2 file system below which this process may make cgroups: $CLOCHE_CGROUP, else its
/// own cgroup (cgroups(7)).
struct CgroupParent {
  Fd folder;
  std::string path;
};
/// None: why not stands in `reason`.
std::optional<CgroupParent> open_cgroup_parent(std::string& reason);
/// Whether cgroups made there have `controller` ("memory", "pids"); tries to enable it. Not: `reason`.
bool has_controller(const CgroupParent& parent, const std::string& controller, std::string& reason);

/// A leaf cgroup made for one command. While this object or the command's guardian lives, its folder is
/// locked (flock(2)), so that others can tell a leaf that was left behind by a killed program, and remove it.
class Cgroup {
 public:
  /// Makes one, and removes those that were left behind. Null with errno set if it can't.
  static std::unique_ptr<Cgroup> make(CgroupParent parent);
  /// Kills what is left in it, and removes it.
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  int folder_fd() const noexcept { return folder_.get(); }
  int parent_fd() const noexcept { return parent_.folder.get(); }
  const std::string& name() const noexcept { return name_; }

  /// Writes a limit ("memory.max"). 0, or errno.
  int set(const char* file, const std::string& value) const noexcept;
  void kill() const noexcept;
  /// False if somebody still lives at `limit`.
  bool wait_until_empty(std::chrono::steady_clock::time_point limit) const;

  /// Of all who were ever in it; none where the controller is not there.
  std::optional<std::uint64_t> peak_memory_bytes() const;
  /// A line of a file of the form "NAME NUMBER", as in cpu.stat and memory.events.
  std::optional<std::uint64_t> number(const char* file, std::string_view name) const;

 private:
  Cgroup(CgroupParent parent, std::string name, Fd folder)
      : parent_(std::move(parent)), name_(std::move(name)), folder_(std::move(folder)) {}
  std::string read(const char* file) const;

  CgroupParent parent_;
  std::string name_;
  Fd folder_;
};

}  // namespace cloche::process
