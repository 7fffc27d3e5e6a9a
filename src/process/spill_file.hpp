#pragma once

#include <string_view>

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// A temporary file without a name, in TMPDIR or /tmp: it is gone with its last descriptor, however the
/// program ends.
class SpillFile {
 public:
  /// Starts it. A disk that refuses, now or later, ends the spilling and is no error.
  void open();
  void write(std::string_view bytes);
  /// The file, to be read from its start; empty if it was refused or never opened.
  Fd take();

 private:
  Fd fd_;
};

}  // namespace cloche::process
