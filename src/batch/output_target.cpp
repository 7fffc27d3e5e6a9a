#include "batch/output_target.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "artifact/stream.hpp"
#include "batch/problem.hpp"
#include "batch/system_reason.hpp"

namespace cloche::batch {
namespace {

[[noreturn]] void fail(const std::string& where, int error_number) {
  throw Failure("cannot write " + where + ": " + system_reason(error_number));
}

}  // namespace

OutputTarget::OutputTarget(const std::optional<std::string>& path, const process::Cancellation* cancellation)
    : name_(path.value_or("stdout")), cancellation_(cancellation) {
  if (path) {
    try {
      file_.emplace(*path, cancellation);
    } catch (const artifact::WriteError& error) {
      fail("`" + name_ + "`", error.code().value());
    }
    return;
  }
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) fail(name_, EBADF);
}

void OutputTarget::write(std::string_view bytes) {
  if (!file_) {
    const int error = artifact::write_stream(STDOUT_FILENO, bytes, cancellation_);
    if (error != 0) fail(name_, error);
    return;
  }
  try {
    file_->write(bytes);
    file_->commit();
  } catch (const artifact::WriteError& error) {
    fail("`" + name_ + "`", error.code().value());
  }
}

}  // namespace cloche::batch
