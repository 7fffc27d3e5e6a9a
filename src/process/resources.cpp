#include <cloche/process/resources.hpp>

namespace cloche::process {

std::string_view name_of(LimitScope scope) noexcept {
  switch (scope) {
    case LimitScope::none:
      break;
    case LimitScope::tree:
      return "tree";
    case LimitScope::process:
      return "process";
    case LimitScope::user:
      return "user";
  }
  return "none";
}

}  // namespace cloche::process
