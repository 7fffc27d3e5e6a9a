#include "guardian/namespaces.hpp"

#include <cerrno>
#include <cstddef>

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

namespace cloche::guardian {
namespace {

bool write_file(const char* path, const char* text, std::size_t size) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = write(fd, text, size) == static_cast<ssize_t>(size);
  const int write_errno = errno;
  close(fd);
  errno = write_errno;
  return written;
}

char* put_number(char* end, unsigned number) {
  char digits[12];
  std::size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count != 0) *end++ = digits[--count];
  return end;
}

/// One line, "ID ID 1": the same id inside as outside, so that files and programs look as they did.
bool map_to_itself(const char* path, unsigned id) {
  char line[32];
  char* end = put_number(line, id);
  *end++ = ' ';
  end = put_number(end, id);
  *end++ = ' ';
  *end++ = '1';
  return write_file(path, line, static_cast<std::size_t>(end - line));
}

}  // namespace

Step finish_namespaces(bool user_namespace, uid_t user, gid_t group) {
  if (user_namespace) {
    // Without this an unprivileged process may not write its group map (user_namespaces(7)).
    if (!write_file("/proc/self/setgroups", "deny", 4) && errno != ENOENT) return Step::deny_setgroups;
    if (!map_to_itself("/proc/self/gid_map", group)) return Step::map_group;
    if (!map_to_itself("/proc/self/uid_map", user)) return Step::map_user;
  }
  // Slave, not private: what the machine mounts later still shows inside, what we mount stays inside.
  if (mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) < 0) return Step::isolate_mounts;
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) < 0) return Step::mount_proc;
  return Step::none;
}

}  // namespace cloche::guardian
