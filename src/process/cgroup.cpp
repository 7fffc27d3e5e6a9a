#include "process/cgroup.hpp"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guardian/cgroup.hpp"

namespace cloche::process {
namespace {

constexpr const char* leaf_prefix = "cloche-";
constexpr std::chrono::seconds empty_bound{10};

std::string read_at(int folder, const char* file) {
  const Fd fd(::openat(folder, file, O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[4096];
  for (ssize_t size; fd && (size = ::read(fd.get(), buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(size));
  return text;
}

int write_at(int folder, const char* file, const std::string& value) noexcept {
  const Fd fd(::openat(folder, file, O_WRONLY | O_CLOEXEC));
  if (!fd || ::write(fd.get(), value.data(), value.size()) < 0) return errno;
  return 0;
}

bool has_word(const std::string& text, const std::string& word) {
  std::istringstream words(text);
  for (std::string each; words >> each;)
    if (each == word) return true;
  return false;
}

/// The path of this process in the one hierarchy of version 2 (cgroups(7): "0::PATH").
std::optional<std::string> own_path() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return std::nullopt;
}

/// Where the hierarchy is mounted, and which of its folders shows there (proc_pid_mountinfo(5): the fields
/// before " - " are id, parent, device, root, mount point; after it, the type).
bool find_mount(std::string& root, std::string& mount_point) {
  std::ifstream file("/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream fields(line);
    std::string skipped;
    fields >> skipped >> skipped >> skipped >> root >> mount_point;
    return true;
  }
  return false;
}

std::string own_folder(std::string& reason) {
  if (const char* chosen = std::getenv("CLOCHE_CGROUP"); chosen != nullptr && *chosen != '\0') return chosen;
  const std::optional<std::string> path = own_path();
  std::string root, mount_point;
  if (!path || !find_mount(root, mount_point)) {
    reason = "no cgroup2 file system is mounted";
    return {};
  }
  const std::string below = root != "/" && path->starts_with(root) ? path->substr(root.size()) : *path;
  return below == "/" ? mount_point : mount_point + below;
}

/// A leaf that nobody has locked belonged to a program that was killed together with its guardian.
void remove_leaves_left_behind(int parent) {
  const int copy = ::openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = copy < 0 ? nullptr : ::fdopendir(copy);
  if (entries == nullptr) {
    Fd unused(copy);
    return;
  }
  while (const dirent* entry = ::readdir(entries)) {
    if (std::strncmp(entry->d_name, leaf_prefix, std::strlen(leaf_prefix)) != 0) continue;
    const Fd leaf(::openat(parent, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (leaf && ::flock(leaf.get(), LOCK_EX | LOCK_NB) == 0)
      ::unlinkat(parent, entry->d_name, AT_REMOVEDIR);  // fails harmlessly if somebody still lives in it
  }
  ::closedir(entries);
}

}  // namespace

std::optional<CgroupParent> open_cgroup_parent(std::string& reason) {
  const std::string path = own_folder(reason);
  if (path.empty()) return std::nullopt;
  CgroupParent parent{Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), path};
  if (!parent.folder) {
    reason = "open `" + path + "`: " + std::strerror(errno);
    return std::nullopt;
  }
  if (::faccessat(parent.folder.get(), ".", W_OK, AT_EACCESS) < 0 ||
      ::faccessat(parent.folder.get(), "cgroup.procs", W_OK, AT_EACCESS) < 0) {
    reason = "`" + path + "` is not delegated to this user: " + std::strerror(errno);
    return std::nullopt;
  }
  return parent;
}

bool has_controller(const CgroupParent& parent, const std::string& controller, std::string& reason) {
  const int folder = parent.folder.get();
  if (has_word(read_at(folder, "cgroup.subtree_control"), controller)) return true;
  if (!has_word(read_at(folder, "cgroup.controllers"), controller)) {
    reason = "`" + parent.path + "` does not have the controller";
    return false;
  }
  const int error = write_at(folder, "cgroup.subtree_control", "+" + controller);
  if (error == 0) return true;
  reason = error == EBUSY
               ? "`" + parent.path + "` has processes of its own, so its children get no controllers"
               : "enable it in `" + parent.path + "`: " + std::strerror(error);
  return false;
}

std::unique_ptr<Cgroup> Cgroup::make(CgroupParent parent) {
  static std::atomic<unsigned> count{0};
  const int parent_fd = parent.folder.get();
  remove_leaves_left_behind(parent_fd);
  const std::string name =
      leaf_prefix + std::to_string(::getpid()) + "-" + std::to_string(count.fetch_add(1));
  if (::mkdirat(parent_fd, name.c_str(), 0755) < 0) return nullptr;
  Fd folder(::openat(parent_fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::flock(folder.get(), LOCK_SH | LOCK_NB) < 0) {
    const int error = errno;
    ::unlinkat(parent_fd, name.c_str(), AT_REMOVEDIR);
    errno = error;
    return nullptr;
  }
  return std::unique_ptr<Cgroup>(new Cgroup(std::move(parent), name, std::move(folder)));
}

Cgroup::~Cgroup() {
  if (::unlinkat(parent_fd(), name_.c_str(), AT_REMOVEDIR) == 0 || errno != EBUSY) return;
  kill();
  wait_until_empty(std::chrono::steady_clock::now() + empty_bound);
  ::unlinkat(parent_fd(), name_.c_str(), AT_REMOVEDIR);
}

int Cgroup::set(const char* file, const std::string& value) const noexcept {
  return write_at(folder_fd(), file, value);
}

void Cgroup::kill() const noexcept {
  guardian::kill_cgroup(folder_fd());
}

bool Cgroup::wait_until_empty(std::chrono::steady_clock::time_point limit) const {
  using namespace std::chrono;
  // cgroup.events gives POLLPRI at each change after it was read (cgroups(7)).
  const Fd events(::openat(folder_fd(), "cgroup.events", O_RDONLY | O_CLOEXEC));
  for (;;) {
    char buffer[256];
    const ssize_t size = ::pread(events.get(), buffer, sizeof buffer, 0);
    if (size <= 0) return true;
    if (std::string_view(buffer, static_cast<std::size_t>(size)).find("populated 0") !=
        std::string_view::npos)
      return true;
    const auto left = ceil<milliseconds>(limit - steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd entry{events.get(), POLLPRI, 0};
    ::poll(&entry, 1, static_cast<int>(left.count()));
  }
}

std::optional<std::uint64_t> Cgroup::peak_memory_bytes() const {
  const std::string text = read("memory.peak");
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> Cgroup::number(const char* file, std::string_view name) const {
  std::istringstream lines(read(file));
  std::uint64_t value = 0;
  for (std::string key; lines >> key >> value;)
    if (key == name) return value;
  return std::nullopt;
}

std::string Cgroup::read(const char* file) const {
  return read_at(folder_fd(), file);
}

}  // namespace cloche::process
