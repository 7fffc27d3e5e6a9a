#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include <cloche/process/fd.hpp>

namespace cloche::artifact {

/// A file could not be written. what() is "PATH: REASON".
class WriteError : public std::system_error {
 public:
  WriteError(int error_number, const std::string& path);
};

/// A file that appears whole or not at all: it is written beside its destination without a name where the
/// file system allows it (O_TMPFILE), and takes its name in commit(). The destructor discards. A killed
/// program leaves the old file, never half a new one.
///
/// An existing file keeps its mode; a new one gets 0666 less the umask. A symbolic link is followed: its
/// target is replaced, the link stays. A destination that is no regular file (/dev/stdout, a FIFO) is written
/// directly.
class AtomicFile {
 public:
  /// Opens the place where it will be written: an unwritable folder is found out here, before any work.
  /// Throws WriteError.
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;

  void write(std::string_view bytes);
  /// Flushes to disk and gives the file its name. Throws WriteError, and then the old file is as it was.
  void commit();

 private:
  struct State;
  State* state_;
};

}  // namespace cloche::artifact
