#include "process/spill_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace cloche::process {
namespace {

std::string temporary_folder() {
  const char* chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen == '/' ? chosen : "/tmp";
}

}  // namespace

void SpillFile::open() {
  const std::string folder = temporary_folder();
  fd_.reset(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (fd_) return;
  // Not every file system can make a file without a name.
  std::string name = folder + "/cloche-output-XXXXXX";
  fd_.reset(::mkostemp(name.data(), O_CLOEXEC));
  if (fd_) ::unlink(name.c_str());
}

void SpillFile::write(std::string_view bytes) {
  while (fd_ && !bytes.empty()) {
    const ssize_t size = ::write(fd_.get(), bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      fd_.reset();
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

Fd SpillFile::take() {
  if (fd_ && ::lseek(fd_.get(), 0, SEEK_SET) < 0) fd_.reset();
  return std::move(fd_);
}

}  // namespace cloche::process
