#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <cloche/process/cancellation.hpp>

#include "artifact/write_error.hpp"

namespace cloche::artifact {

/// A file that appears whole or not at all: it is written beside its destination without a name where the
/// file system allows it (O_TMPFILE), and takes its name in commit(). The destructor discards. A killed
/// program leaves the old file, never half a new one; at worst, when it is killed within commit() or where
/// files can't be nameless, one hidden file (`.cloche-…`) stays, which the next writer of the same
/// destination removes.
///
/// An existing file keeps its mode, and its owner where we may set it; a new one gets 0666 less the umask. A
/// symbolic link is followed: its target is replaced, the link stays. Missing folders are made, and go away
/// again when the file is discarded. A destination that is no regular file (/dev/stdout, a FIFO) is written
/// directly.
class AtomicFile {
 public:
  /// Opens the place where it will be written: an unwritable one is found out here, before any work.
  /// `cancellation`, borrowed, may be null: it ends waiting for the reader of a FIFO. Throws WriteError.
  explicit AtomicFile(const std::string& path, const process::Cancellation* cancellation = nullptr);
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;

  /// Throws WriteError; ECANCELED when the reader of a pipe was slow and the cancellation was requested.
  void write(std::string_view bytes);
  /// Flushes to disk and gives the file its name. Throws WriteError, and then the old file is as it was.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cloche::artifact
