#pragma once

#include <cstdint>
#include <string_view>

#include <cloche/process/cancellation.hpp>

#include "process/capture.hpp"

namespace cloche::cli {

/// Passes a command's output on to one of our streams within a limit: the first half as it comes, the last
/// half at the end, with a line between them that says how much was left out.
class LimitedOutput {
 public:
  /// `cancellation` is borrowed: it ends waiting for a slow reader.
  LimitedOutput(int fd, std::uint64_t limit, const process::Cancellation& cancellation)
      : fd_(fd), first_half_(limit - limit / 2), capture_(limit), cancellation_(cancellation) {}

  /// 0, or the errno of what failed (EPIPE when the reader is gone, ECANCELED); then nothing more is written.
  int append(std::string_view bytes);
  int finish();

 private:
  int write(std::string_view bytes);

  int fd_;
  std::uint64_t first_half_;
  std::uint64_t passed_on_ = 0;
  process::Capture capture_;
  const process::Cancellation& cancellation_;
  int error_ = 0;
};

}  // namespace cloche::cli
