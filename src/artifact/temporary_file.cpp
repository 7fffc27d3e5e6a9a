#include "artifact/temporary_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cloche::artifact {
namespace {

// More writers of one destination at the same time than this are told that it is busy.
constexpr int most_writers = 100;

[[noreturn]] void fail(int error_number) {
  throw std::system_error(error_number, std::generic_category());
}

/// The same for every writer of a destination, so that strays are found without searching the folder, and
/// short, so that the destination's name may be as long as names can be.
std::string hidden_name(const std::string& name, int attempt) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a; a collision costs one attempt
  for (const char byte : name) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  char result[64];
  std::snprintf(result, sizeof result, ".cloche-%016llx-%d", static_cast<unsigned long long>(hash), attempt);
  return result;
}

std::string descriptor_link(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

bool lock(int fd) {
  return ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

bool is_still_called(int folder_fd, const std::string& name, int fd) {
  struct stat by_name {};
  struct stat by_fd {};
  return ::fstatat(folder_fd, name.c_str(), &by_name, AT_SYMLINK_NOFOLLOW) == 0 && ::fstat(fd, &by_fd) == 0 &&
         by_name.st_dev == by_fd.st_dev && by_name.st_ino == by_fd.st_ino;
}

/// Removes `name` if the program that wrote it is gone. Whoever holds the lock of a file that still has the
/// name is the only one who may remove it: without the second look, two sweepers could remove the file that
/// a third program made in between.
void remove_stray(int folder_fd, const std::string& name) {
  const process::Fd stray(
      ::openat(folder_fd, name.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (stray && lock(stray.get()) && is_still_called(folder_fd, name, stray.get())) {
    ::unlinkat(folder_fd, name.c_str(), 0);
  }
}

}  // namespace

TemporaryFile::TemporaryFile(int folder_fd, const std::string& name, bool prefer_unnamed)
    : folder_fd_(folder_fd), name_(name) {
  remove_stray(folder_fd, hidden_name(name, 0));
  if (prefer_unnamed) {
    fd_.reset(::openat(folder_fd, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    // Giving it a name later goes through /proc, which a bare chroot may lack.
    if (fd_ && ::access(descriptor_link(fd_.get()).c_str(), F_OK) == 0) {
      lock(fd_.get());
      return;
    }
  }
  create_named();
}

TemporaryFile::~TemporaryFile() {
  if (has_name()) ::unlinkat(folder_fd_, hidden_name_.c_str(), 0);
}

void TemporaryFile::create_named() {
  for (int attempt = 0; attempt < most_writers; ++attempt) {
    const std::string candidate = hidden_name(name_, attempt);
    constexpr int flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW;
    remove_stray(folder_fd_, candidate);
    fd_.reset(::openat(folder_fd_, candidate.c_str(), flags, 0666));
    if (!fd_ && errno != EEXIST) fail(errno);
    // Between its creation and its locking a sweeper may have taken it for a stray.
    if (fd_ && (lock(fd_.get()) || errno != EWOULDBLOCK) &&
        is_still_called(folder_fd_, candidate, fd_.get())) {
      hidden_name_ = candidate;
      return;
    }
  }
  fail(EBUSY);
}

void TemporaryFile::link_as_hidden() {
  const std::string link = descriptor_link(fd_.get());
  for (int attempt = 0; attempt < most_writers; ++attempt) {
    const std::string candidate = hidden_name(name_, attempt);
    remove_stray(folder_fd_, candidate);
    if (::linkat(AT_FDCWD, link.c_str(), folder_fd_, candidate.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      hidden_name_ = candidate;
      return;
    }
    if (errno != EEXIST) fail(errno);
  }
  fail(EBUSY);
}

void TemporaryFile::take_name_of_destination() {
  if (!has_name()) {
    // A new file gets its name straight away; linkat(2) can't replace one, rename(2) can.
    const std::string link = descriptor_link(fd_.get());
    if (::linkat(AT_FDCWD, link.c_str(), folder_fd_, name_.c_str(), AT_SYMLINK_FOLLOW) == 0) return;
    if (errno != EEXIST) fail(errno);
    link_as_hidden();
  }
  if (::renameat(folder_fd_, hidden_name_.c_str(), folder_fd_, name_.c_str()) < 0) fail(errno);
  hidden_name_.clear();
}

}  // namespace cloche::artifact
