#include "batch/system_reason.hpp"

#include <cctype>
#include <system_error>

namespace cloche::batch {

std::string system_reason(int error_number) {
  std::string text = std::generic_category().message(error_number);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace cloche::batch
