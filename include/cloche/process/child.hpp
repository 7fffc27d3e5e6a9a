#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include <sys/types.h>

#include <cloche/process/cancellation.hpp>
#include <cloche/process/command.hpp>
#include <cloche/process/fd.hpp>
#include <cloche/process/outcome.hpp>
#include <cloche/process/resources.hpp>
#include <cloche/process/stop_policy.hpp>

namespace cloche::process {

/// A running command, owned with everything it starts.
///
/// There is no moment at which the process exists and no object owns it: when the constructor throws, or the
/// destructor runs, the whole tree has been ended and reaped. A Child is used by one thread at a time.
class Child {
 public:
  using Clock = std::chrono::steady_clock;
  /// Not for callers.
  class State;

  /// Starts the command. A command that can't be executed is no exception: wait() gives FailedToStart.
  /// `deadline`: from then on the tree is stopped by `stop`, by the guardian itself, so that it holds even
  /// while the caller is stopped. Throws Error when the system refuses a descriptor, memory or a process;
  /// then nothing was left.
  explicit Child(const Command& command, std::optional<Clock::time_point> deadline = std::nullopt,
                 const StopPolicy& stop = {});
  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;
  /// Ends the tree at once (SIGKILL) and reaps it. Call stop() before to be polite.
  ~Child();

  /// The caller's ends of the streams that are Stdio::pipe(): owned by the caller from now on; empty
  /// otherwise. The ends of stdout and stderr are non-blocking.
  Fd take_standard_input() noexcept;
  Fd take_standard_output() noexcept;
  Fd take_standard_error() noexcept;
  /// The primary end of the pseudo-terminal, non-blocking, if a stream is Stdio::terminal(): what the command
  /// writes is read from it, and gives EIO at its end (pty(7)).
  Fd take_terminal() noexcept;

  /// The pid of the main process as the caller's namespace sees it, or 0 if it is not known (any more). For
  /// showing only.
  pid_t pid() const noexcept;
  Tier tier() const noexcept;
  /// Whether a cgroup holds the tree too.
  bool has_cgroup() const noexcept;
  LimitsInForce limits_in_force() const noexcept;

  /// Waits until the command's program runs. Gives the outcome instead if it is over before that is known: it
  /// could not be started, or its owner was lost.
  std::optional<Outcome> wait_for_start();

  /// Readable when update() has something to do, for poll(2). Owned by the Child; it may change when update()
  /// is called.
  int event_fd() const noexcept;
  /// When update() must be called again even if event_fd() stays silent (a bound on clean-up); none: no need.
  std::optional<Clock::time_point> next_update() const noexcept;
  /// Takes in what has happened, without waiting. The outcome, once the whole tree is gone and reaped.
  std::optional<Outcome> update();
  /// Whether the main process has ended, although others of its tree may remain (Command::until_pipes_close).
  bool main_process_ended() const noexcept;
  /// How many processes the command left behind, which were then ended; known with the outcome.
  int stragglers() const noexcept;
  /// Known with the outcome.
  const ResourceUse& resource_use() const noexcept;
  OutOfMemory out_of_memory() const noexcept;
  /// The signal that has stopped (not ended) the main process, or 0: SIGTSTP after Ctrl-Z. Only for a
  /// foreground job. Cleared when it is continued.
  int stopped_by() const noexcept;

  /// `action` is called once, by the thread that is using the Child when it learns the outcome: in update(),
  /// a wait, or the destructor. It must not throw, nor use the Child.
  void on_exit(std::function<void(const Outcome&)> action);

  /// Sends `signal` to the command's process group; to its main process alone if it is a foreground job.
  void send_signal(int signal);
  /// Begins to stop the tree, and returns. Repeating it can only bring the end nearer. The outcome will be
  /// Cancelled, unless the main process had ended by itself.
  void request_stop(const StopPolicy& policy);
  /// Ends what remains of the tree after the main process ended; the outcome stays what it is.
  void finish();

  /// Waits until the whole tree is gone. A `cancellation` stops it by the policy given to the constructor.
  /// Never reads the pipes.
  Outcome wait(const Cancellation* cancellation = nullptr);
  /// The same, but gives up waiting (not the child) at `when`.
  std::optional<Outcome> wait_until(Clock::time_point when, const Cancellation* cancellation = nullptr);
  /// For a Command::foreground_job: meanwhile what is typed on the terminal is the job's alone. An interrupt
  /// from the keyboard cancels nothing (TerminationScope), and SIGQUIT, SIGTSTP, SIGTTIN and SIGTTOU are
  /// ignored where they had their default dispositions. When the job stops (Ctrl-Z) the calling program stops
  /// itself in the same way, so that the shell above sees it; when that is continued (`fg`, `bg`), so is the
  /// job. At the end the terminal's modes and foreground group are what they were. Without a terminal, as
  /// wait().
  Outcome wait_in_foreground(const Cancellation* cancellation = nullptr);
  /// request_stop() and wait().
  Outcome stop(const StopPolicy& policy = {});

 private:
  std::unique_ptr<State> state_;
};

}  // namespace cloche::process
