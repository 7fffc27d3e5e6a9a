#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

#include <cloche/process/command.hpp>
#include <cloche/process/fd.hpp>

#include "guardian/guardian_start.hpp"
#include "guardian/protocol.hpp"
#include "process/child_registry.hpp"
#include "process/launch_file.hpp"
#include "process/process_creation.hpp"
#include "process/streams.hpp"

namespace cloche::process {

/// A guardian: the process, the exporter's end of its control socket, and the duty to reap it. Born owned: it
/// holds its lifelines (our pidfd and the socket) from its first instruction, since it inherits them.
class GuardianProcess {
 public:
  /// Throws Error when the system refuses what is needed before the process exists. A process that can't be
  /// made, or can't become a guardian, is told by failed_step(): it is gone and reaped then.
  GuardianProcess(const Command& command, LaunchTerms terms, bool user_namespace, const Streams& streams);
  /// Hangs up, so that the guardian ends its tree; waits for that, with a bound, and reaps.
  ~GuardianProcess();
  GuardianProcess(const GuardianProcess&) = delete;
  GuardianProcess& operator=(const GuardianProcess&) = delete;

  guardian::Step failed_step() const noexcept { return failed_step_; }
  int error() const noexcept { return error_; }

  pid_t pid() const noexcept { return pid_; }
  /// Readable when a report is there or the guardian is gone.
  int control_fd() const noexcept { return control_.get(); }
  /// Readable when it can be reaped: in a PID namespace only after its whole tree is gone
  /// (pid_namespaces(7)).
  int pidfd() const noexcept { return pidfd_.get(); }

  void send(const guardian::Request& request) noexcept;
  /// The next report, without waiting; none: nothing there, or hung_up().
  std::optional<guardian::Report> receive() noexcept;
  bool hung_up() const noexcept { return hung_up_; }
  /// True once it is gone and reaped.
  bool try_reap() noexcept;
  /// For a guardian that does not answer: wakes it if somebody has stopped it, and kills it.
  void kill() noexcept;

 private:
  void start(const Command& command, std::vector<char>& launch, const Streams& streams,
             const LaunchTerms& terms, bool user_namespace);
  void create(guardian::GuardianImage& image, int namespaces, Memory memory);
  /// Ends the conversation; a guardian that still lives then ends its tree.
  void hang_up() noexcept;
  /// Waits for an end that has come or is certain to come at once.
  void reap() noexcept;

  Fd control_;
  Fd pidfd_;
  pid_t pid_ = -1;
  ChildRegistry::Entry entry_;
  guardian::Step failed_step_ = guardian::Step::none;
  int error_ = 0;
  bool hung_up_ = false;
  bool reaped_ = false;
};

}  // namespace cloche::process
