#pragma once

#include <cloche/process/cancellation.hpp>
#include <cloche/process/child.hpp>

#include "process/poll_set.hpp"

namespace cloche::process {

/// Passes a cancellation on to a child, each of its two levels once.
class CancellationWatch {
 public:
  /// `cancellation` is borrowed and may be null.
  explicit CancellationWatch(const Cancellation* cancellation) : cancellation_(cancellation) {}

  void add_to(PollSet& poll_set) const;
  /// Stops `child` if the cancellation was requested since the last call, and hurries it if that was asked
  /// for since.
  void apply(Child& child, const StopPolicy& policy);

 private:
  StopPolicy passed_on(StopPolicy policy) const;

  const Cancellation* cancellation_;
  bool requested_ = false;
  bool hurried_ = false;
};

}  // namespace cloche::process
