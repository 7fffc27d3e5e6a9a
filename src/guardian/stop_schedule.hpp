#pragma once

#include <cstdint>

#include "guardian/protocol.hpp"

namespace cloche::guardian {

/// When a tree that is being stopped gets its next signal, and when it is killed. Times are CLOCK_MONOTONIC
/// in milliseconds. Only arithmetic: the guardian and the process-group tier send the signals.
class StopSchedule {
 public:
  enum class Due { nothing, signal, kill };

  bool running() const { return kill_at_ms_ != 0; }
  const StopTerms& terms() const { return terms_; }
  /// What to ask with now.
  int signal() const { return terms_.steps[step_].signal; }

  /// The first call begins: its terms count from now on. A repeated one can only bring the kill nearer.
  Due begin(const StopTerms& terms, std::int64_t now_ms) {
    std::int64_t total = 0;
    for (std::uint32_t i = 0; i < terms.count; ++i) total += grace_of(terms, i);
    const std::int64_t kill_at = now_ms + total;
    if (running()) {
      if (kill_at < kill_at_ms_) kill_at_ms_ = kill_at;
      return Due::nothing;
    }
    terms_ = terms;
    kill_at_ms_ = kill_at;
    step_ends_ms_ = now_ms + grace_of(terms, 0);
    return total > 0 ? Due::signal : Due::nothing;
  }

  /// When advance() has something to do; only while running.
  std::int64_t next_ms() const {
    return has_next_step() && step_ends_ms_ < kill_at_ms_ ? step_ends_ms_ : kill_at_ms_;
  }

  Due advance(std::int64_t now_ms) {
    if (!running() || now_ms < next_ms()) return Due::nothing;
    if (now_ms >= kill_at_ms_) return Due::kill;
    ++step_;
    step_ends_ms_ += grace_of(terms_, step_);
    return Due::signal;
  }

 private:
  static std::int64_t grace_of(const StopTerms& terms, std::uint32_t step) {
    const std::int32_t grace = step < terms.count ? terms.steps[step].grace_ms : 0;
    return grace > 0 ? grace : 0;
  }
  bool has_next_step() const { return step_ + 1 < terms_.count; }

  StopTerms terms_{};
  std::uint32_t step_ = 0;
  std::int64_t step_ends_ms_ = 0;
  /// 0 while nothing is being stopped.
  std::int64_t kill_at_ms_ = 0;
};

}  // namespace cloche::guardian
