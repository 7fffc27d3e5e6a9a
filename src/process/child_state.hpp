#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <cloche/process/child.hpp>

#include "guardian/launch.hpp"
#include "process/containment.hpp"
#include "process/streams.hpp"
#include "process/terminal_keeper.hpp"

namespace cloche::process {

struct StartRequest {
  const Command& command;
  std::optional<Child::Clock::time_point> deadline;
  const StopPolicy& stop;
};

/// What a Child is made of; one implementation for each way of owning. The destructor ends and reaps the
/// tree.
class Child::State {
 public:
  /// Makes what must be there before the process: the cgroup, the knowledge of the terminal.
  explicit State(const StartRequest& request);
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
  /// Whether the command's program is known to run, or to have run.
  virtual bool has_started() const noexcept = 0;
  virtual bool main_process_ended() const noexcept = 0;
  virtual int stragglers() const noexcept = 0;
  virtual void send_signal(int signal) = 0;
  virtual void request_stop(const StopPolicy& policy) = 0;
  virtual void finish() = 0;

  /// The caller's ends of pipes and of the pseudo-terminal.
  std::array<Fd, 3> streams;
  Fd terminal;
  StopPolicy stop_policy;
  std::function<void(const Outcome&)> on_exit;

  /// Removed after the implementation has ended the tree.
  Containment containment;
  /// Only for a foreground job, where there is a terminal.
  std::unique_ptr<TerminalKeeper> terminal_keeper;
  int stopped_by = 0;

  ResourceUse resource_use;
  OutOfMemory out_of_memory = OutOfMemory::no;

 protected:
  /// For the launch file: the command's relation to a terminal, which is `of_job` if it shall have the
  /// caller's.
  guardian::Terminal terminal_relation(const Streams& opened, guardian::Terminal of_job) const noexcept;
  /// The tree is gone: takes down what it used (`use`: what its owner knows) and gives the terminal back.
  void account(const guardian::Use& use, const Outcome& outcome);
  /// Ends what a lost guardian may have left in the cgroup.
  void sweep_cgroup() const;

 private:
  Clock::time_point started_ = Clock::now();
  std::uint64_t out_of_memory_kills_before_;
};

std::unique_ptr<Child::State> start_in_namespace(const StartRequest& request, bool user_namespace);
std::unique_ptr<Child::State> start_under_subreaper(const StartRequest& request);
std::unique_ptr<Child::State> start_in_process_group(const StartRequest& request);

}  // namespace cloche::process
