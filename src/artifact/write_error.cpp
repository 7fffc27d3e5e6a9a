#include "artifact/write_error.hpp"

namespace cloche::artifact {

WriteError::WriteError(int error_number, const std::string& path)
    : std::system_error(error_number, std::generic_category(), path) {}

}  // namespace cloche::artifact
