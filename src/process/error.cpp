#include <cerrno>

#include <cloche/process/error.hpp>

namespace cloche::process {
namespace {

std::string hint_for(int error_number) {
  switch (error_number) {
    case EMFILE:
      return "raise the limit of open files (`ulimit -n`) or run fewer commands at once";
    case ENFILE:
      return "the whole machine is out of file descriptors; close some programs";
    case EAGAIN:
      return "the limit of processes is reached (`ulimit -u`, or the container's); run fewer commands at "
             "once";
    case ENOMEM:
      return "the machine, or its container, is out of memory";
    case ENOSPC:
      return "a limit of namespaces or disk space is reached";
    default:
      return {};
  }
}

}  // namespace

Error::Error(int error_number, const std::string& attempted)
    : std::system_error(error_number, std::generic_category(), attempted), hint_(hint_for(error_number)) {}

}  // namespace cloche::process
