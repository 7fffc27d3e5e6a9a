#pragma once

#include <optional>
#include <string>

#include <sys/stat.h>

#include <cloche/process/fd.hpp>

namespace cloche::artifact {

/// What stands where a file shall be written.
struct Destination {
  enum class Kind {
    /// A regular file, or nothing yet: written beside and put in place.
    file,
    /// Something that is written directly, through `stream`: a device, a terminal, a descriptor of ours
    /// (/dev/stdout).
    stream,
    /// A FIFO without a reader, which can't be opened yet.
    waiting_fifo,
  };
  Kind kind = Kind::file;
  /// Where the file really is: symbolic links of the last component followed, dangling ones too.
  std::string path;
  process::Fd stream;
  /// The file that is there now.
  std::optional<struct stat> existing;
};

/// Looks at `path`, changes nothing. Throws WriteError when something is there that can't be written.
Destination find_destination(const std::string& path);

/// The folder of `path` ("." when it names none) and the name in it.
std::string folder_of(const std::string& path);
std::string name_in_folder(const std::string& path);

}  // namespace cloche::artifact
