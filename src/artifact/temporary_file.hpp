#pragma once

#include <string>

#include <cloche/process/fd.hpp>

namespace cloche::artifact {

/// A file beside its destination that has no name, or (where the file system knows no such files) a hidden
/// one. It is locked as long as it is open, so that the next writer of the same destination can tell a stray
/// of a killed program, which it removes, from the file of a living one.
class TemporaryFile {
 public:
  /// In the folder open at `folder_fd`, borrowed, for a destination called `name`. Throws std::system_error
  /// (errno).
  TemporaryFile(int folder_fd, const std::string& name, bool prefer_unnamed = true);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int fd() const noexcept { return fd_.get(); }
  bool has_name() const noexcept { return !hidden_name_.empty(); }
  /// Gives it the name of the destination, whatever is there, in one step: others see the old file or the new
  /// one. Throws std::system_error (errno).
  void take_name_of_destination();

 private:
  void create_named();
  void link_as_hidden();

  int folder_fd_;
  std::string name_;
  process::Fd fd_;
  /// Empty while it has none.
  std::string hidden_name_;
};

}  // namespace cloche::artifact
