#include "guardian/cgroup.hpp"

#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

long write_digit(std::int32_t folder_fd, const char* file, const char* digit) {
  const long fd = sys::call(SYS_openat, folder_fd, sys::address(file), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return fd;
  const long written = sys::write(static_cast<int>(fd), digit, 1);
  sys::close(static_cast<int>(fd));
  return written < 0 ? written : 0;
}

}  // namespace

long join_cgroup(std::int32_t folder_fd) {
  // 0 is the process that writes.
  return write_digit(folder_fd, "cgroup.procs", "0");
}

void kill_cgroup(std::int32_t folder_fd) {
  if (folder_fd >= 0) write_digit(folder_fd, "cgroup.kill", "1");
}

void remove_cgroup(std::int32_t parent_fd, const char* name) {
  sys::call(SYS_unlinkat, parent_fd, sys::address(name), AT_REMOVEDIR);
}

}  // namespace cloche::guardian
