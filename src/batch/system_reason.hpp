#pragma once

#include <string>

namespace cloche::batch {

/// What an errno means, as it stands in our messages: "no such file or directory".
std::string system_reason(int error_number);

}  // namespace cloche::batch
