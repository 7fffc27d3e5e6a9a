#pragma once

#include <array>
#include <chrono>
#include <optional>

#include <cloche/process/child.hpp>

#include "process/streams.hpp"

namespace cloche::process {

/// What a Child is made of; one implementation for each way of owning. The destructor ends and reaps the
/// tree.
class Child::State {
 public:
  State() = default;
  virtual ~State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Whether this machine does not let us own commands in this way (then nothing was started).
  virtual bool was_refused() const noexcept { return false; }
  virtual Tier tier() const noexcept = 0;
  virtual pid_t pid() const noexcept = 0;
  virtual int event_fd() const noexcept = 0;
  virtual std::optional<Clock::time_point> next_update() const noexcept = 0;
  virtual std::optional<Outcome> update() = 0;
  virtual bool main_process_ended() const noexcept = 0;
  virtual int stragglers() const noexcept = 0;
  virtual void send_signal(int signal) = 0;
  virtual void request_stop(const StopPolicy& policy) = 0;
  virtual void finish() = 0;

  /// The caller's ends of pipes.
  std::array<Fd, 3> streams;
  StopPolicy stop_policy;
};

struct StartRequest {
  const Command& command;
  std::optional<Child::Clock::time_point> deadline;
  const StopPolicy& stop;
};

std::unique_ptr<Child::State> start_in_namespace(const StartRequest& request, bool user_namespace);
std::unique_ptr<Child::State> start_under_subreaper(const StartRequest& request);
std::unique_ptr<Child::State> start_in_process_group(const StartRequest& request);

}  // namespace cloche::process
