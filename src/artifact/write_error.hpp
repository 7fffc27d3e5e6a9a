#pragma once

#include <string>
#include <system_error>

namespace cloche::artifact {

/// A file could not be written. what() is "PATH: REASON", code() the errno.
class WriteError : public std::system_error {
 public:
  WriteError(int error_number, const std::string& path);
};

}  // namespace cloche::artifact
