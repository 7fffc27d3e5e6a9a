#include "guardian/namespaces.hpp"

#include <cerrno>
#include <cstddef>

#include <sys/mount.h>

#include "guardian/system_calls.hpp"

namespace cloche::guardian {
namespace {

/// 0, or the errno as a negative number.
long write_file(const char* path, const char* text, std::size_t size) {
  const long fd = sys::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return fd;
  const long written = sys::write(static_cast<int>(fd), text, size);
  sys::close(static_cast<int>(fd));
  return written < 0 ? written : 0;
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
long map_to_itself(const char* path, unsigned id) {
  char line[32];
  char* end = put_number(line, id);
  *end++ = ' ';
  end = put_number(end, id);
  *end++ = ' ';
  *end++ = '1';
  return write_file(path, line, static_cast<std::size_t>(end - line));
}

long mount(const char* source, const char* target, const char* type, unsigned long flags) {
  return sys::call(SYS_mount, sys::address(source), sys::address(target), sys::address(type),
                   static_cast<long>(flags), 0);
}

}  // namespace

Step finish_namespaces(bool user_namespace, uid_t user, gid_t group, int& error) {
  const auto failed = [&error](long result) {
    error = static_cast<int>(-result);
    return result < 0;
  };
  if (user_namespace) {
    // Without this an unprivileged process may not write its group map (user_namespaces(7)).
    if (failed(write_file("/proc/self/setgroups", "deny", 4)) && error != ENOENT) return Step::deny_setgroups;
    if (failed(map_to_itself("/proc/self/gid_map", group))) return Step::map_group;
    if (failed(map_to_itself("/proc/self/uid_map", user))) return Step::map_user;
  }
  // Slave, not private: what the machine mounts later still shows inside, what we mount stays inside.
  if (failed(mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE))) return Step::isolate_mounts;
  if (failed(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC))) return Step::mount_proc;
  return Step::none;
}

}  // namespace cloche::guardian
