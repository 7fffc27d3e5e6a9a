#include "artifact/destination.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "artifact/write_error.hpp"

namespace cloche::artifact {
namespace {

constexpr int most_links = 40;  // as the kernel

std::optional<std::string> link_target(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
  if (length < 0) return std::nullopt;
  return std::string(target, static_cast<std::size_t>(length));
}

bool is_on_procfs(const std::string& folder) {
  struct statfs status {};
  return ::statfs(folder.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

/// The number of our own descriptor that a link like /proc/self/fd/1 stands for.
std::optional<int> own_descriptor(const std::string& link) {
  char folder[PATH_MAX];
  if (!::realpath(folder_of(link).c_str(), folder)) return std::nullopt;
  if (folder != "/proc/" + std::to_string(::getpid()) + "/fd") return std::nullopt;
  const std::string digits = name_in_folder(link);
  int number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// What a link in /proc leads to need not have a path. A descriptor of ours is used itself, not opened anew:
/// a new opening would write at the start of the file, over what the shell has put there before us.
process::Fd open_proc_link(const std::string& link, const std::string& user_path) {
  const auto number = own_descriptor(link);
  process::Fd fd(number ? ::fcntl(*number, F_DUPFD_CLOEXEC, 3)
                        : ::open(link.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!fd) throw WriteError(errno, user_path);
  if ((::fcntl(fd.get(), F_GETFL) & O_ACCMODE) == O_RDONLY) throw WriteError(EBADF, user_path);
  return fd;
}

Destination stream_destination(std::string path, process::Fd stream) {
  Destination result;
  result.kind = Destination::Kind::stream;
  result.path = std::move(path);
  result.stream = std::move(stream);
  return result;
}

/// Opens what is there for writing, without changing it: only this tells whether we may.
Destination open_existing(const std::string& path, const std::string& user_path) {
  process::Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  const int error = fd ? 0 : errno;
  Destination result;
  result.path = path;
  if (error == ENOENT) return result;
  struct stat status {};
  if (error == ENXIO && ::lstat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) {
    result.kind = Destination::Kind::waiting_fifo;
    return result;
  }
  if (error != 0) throw WriteError(error, user_path);
  if (::fstat(fd.get(), &status) < 0) throw WriteError(errno, user_path);
  if (!S_ISREG(status.st_mode)) return stream_destination(path, std::move(fd));
  result.existing = status;
  return result;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, std::max<std::size_t>(slash, 1));
}

std::string name_in_folder(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

Destination find_destination(const std::string& path) {
  if (path.empty()) throw WriteError(ENOENT, path);
  if (path.find('\0') != std::string::npos) throw WriteError(EINVAL, path);
  std::string current = path;
  for (int links = 0; links <= most_links; ++links) {
    if (current.back() == '/') throw WriteError(EISDIR, path);
    const auto target = link_target(current);
    if (!target) return open_existing(current, path);
    const std::string folder = folder_of(current);
    if (is_on_procfs(folder)) return stream_destination(current, open_proc_link(current, path));
    current = target->starts_with('/') ? *target : folder + "/" + *target;
  }
  throw WriteError(ELOOP, path);
}

}  // namespace cloche::artifact
