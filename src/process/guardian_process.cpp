#include "process/guardian_process.hpp"

#include <cerrno>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cloche/process/error.hpp>

#include "guardian/descriptors.hpp"
#include "guardian/guardian_start.hpp"
#include "guardian/packet.hpp"
#include "process/guardian_program.hpp"
#include "process/pidfd.hpp"
#include "process/process_creation.hpp"

namespace cloche::process {
namespace {

constexpr int hang_up_bound_ms = 2000;
constexpr int kill_bound_ms = 10000;

Fd launch_descriptor(const std::vector<char>& launch) {
  Fd file(::memfd_create("cloche-launch", MFD_CLOEXEC));
  if (!file) throw Error(errno, "make a launch file");
  std::size_t written = 0;
  while (written < launch.size()) {
    const ssize_t size = ::write(file.get(), launch.data() + written, launch.size() - written);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw Error(errno, "write a launch file");
    written += static_cast<std::size_t>(size);
  }
  return file;
}

const Cgroup* cgroup_of(const LaunchTerms& terms) noexcept {
  return terms.containment == nullptr ? nullptr : terms.containment->cgroup.get();
}

bool wait_until_readable(int fd, int bound_ms) noexcept {
  pollfd entry{fd, POLLIN, 0};
  int ready;
  do ready = ::poll(&entry, 1, bound_ms);
  while (ready < 0 && errno == EINTR);
  return ready == 1;
}

}  // namespace

GuardianProcess::GuardianProcess(const Command& command, LaunchTerms terms, bool user_namespace,
                                 const Streams& streams) {
  if (cgroup_of(terms) != nullptr) {
    terms.cgroup_fd = guardian::first_passed_fd + static_cast<std::int32_t>(command.descriptors.size());
    terms.cgroup_parent_fd = terms.cgroup_fd + 1;
  }
  std::vector<char> launch = launch_file(command, terms);
  start(command, launch, streams, terms, user_namespace);
}

void GuardianProcess::start(const Command& command, std::vector<char>& launch, const Streams& streams,
                            const LaunchTerms& terms, bool user_namespace) {
  const Fd launch_file = launch_descriptor(launch);
  // Our own pidfd: readable for the guardian when this process, not just a thread of it, is gone; no sibling
  // can hold it open.
  const Fd exporter(open_pidfd(::getpid()));
  if (!exporter) throw Error(errno, "open a process descriptor");
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
    throw Error(errno, "make a socket pair");
  control_.reset(ends[0]);
  const Fd guardian_end(ends[1]);

  std::vector<std::int32_t> sources = {streams.for_command[0], streams.for_command[1], streams.for_command[2],
                                       guardian_end.get(),     exporter.get(),         launch_file.get()};
  for (const PassedDescriptor& descriptor : sorted_descriptors(command)) sources.push_back(descriptor.source);
  if (const Cgroup* cgroup = cgroup_of(terms)) {
    sources.push_back(cgroup->folder_fd());
    sources.push_back(cgroup->parent_fd());
  }
  const Fd program = open_guardian_program();
  if (program) sources.push_back(program.get());
  std::vector<std::int32_t> targets(sources.size());
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = static_cast<std::int32_t>(i);

  std::string title = "cloche-guardian: " + command.argv.front();
  char* const argv[] = {title.data(), nullptr};
  const bool new_namespaces = terms.hold == guardian::Hold::pid_namespace;
  guardian::GuardianImage image{.new_namespaces = new_namespaces,
                                .user_namespace = user_namespace,
                                .user = ::geteuid(),
                                .group = ::getegid(),
                                .sources = sources.data(),
                                .targets = targets.data(),
                                .count = static_cast<std::uint32_t>(sources.size()),
                                .has_program = static_cast<bool>(program),
                                .argv = argv,
                                .launch = launch.data(),
                                .failed_step = guardian::Step::none,
                                .error = 0};
  const int namespaces = (new_namespaces ? CLONE_NEWPID | CLONE_NEWNS : 0) |
                         (new_namespaces && user_namespace ? CLONE_NEWUSER : 0);

  if (program) {
    create(image, namespaces, Memory::shared);
    if (failed_step_ != guardian::Step::execute_guardian) return;
    // A policy forbids to execute it: the same code runs in a copy of this image.
    reaped_ = false;
    image.has_program = false;
    --image.count;
  }
  create(image, namespaces, Memory::copied);
}

void GuardianProcess::create(guardian::GuardianImage& image, int namespaces, Memory memory) {
  CreatedProcess process = create_process(guardian::become_guardian, &image, namespaces, memory, entry_);
  pid_ = process.pid;
  pidfd_ = std::move(process.pidfd);
  if (pid_ < 0) {
    failed_step_ = guardian::Step::create_process;
    error_ = process.error;
    return;
  }
  if (memory == Memory::copied) {
    failed_step_ = guardian::Step::none;
    return;
  }
  // The process wrote here, on shared memory, before it ended.
  failed_step_ = static_cast<volatile guardian::GuardianImage&>(image).failed_step;
  error_ = image.error;
  if (failed_step_ == guardian::Step::none) return;
  reap();
}

GuardianProcess::~GuardianProcess() {
  if (pid_ < 0 || reaped_) return;
  hang_up();
  if (!wait_until_readable(pidfd_.get(), hang_up_bound_ms)) {
    kill();
    if (!wait_until_readable(pidfd_.get(), kill_bound_ms)) return;
  }
  reap();
}

void GuardianProcess::send(const guardian::Request& request) noexcept {
  // It fails only when the guardian is gone, which its pidfd tells too.
  [[maybe_unused]] const ssize_t sent =
      ::send(control_.get(), &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT);
}

std::optional<guardian::Report> GuardianProcess::receive() noexcept {
  guardian::Report report;
  for (;;) {
    const ssize_t size = ::recv(control_.get(), &report, sizeof report, MSG_DONTWAIT);
    if (guardian::is_report(report, size)) return report;
    // A guardian that ended before it read our last request resets the connection: that is said once, before
    // the reports that it had sent, which are still there (unix(7)).
    if (size < 0 && (errno == EINTR || errno == ECONNRESET)) continue;
    if (size >= 0 || errno != EAGAIN) hang_up();
    return std::nullopt;
  }
}

void GuardianProcess::hang_up() noexcept {
  hung_up_ = true;
  // Closing would leave it open in whoever was forked from this process without an exec.
  ::shutdown(control_.get(), SHUT_RDWR);
}

bool GuardianProcess::try_reap() noexcept {
  if (reaped_ || pid_ < 0) return true;
  if (!wait_until_readable(pidfd_.get(), 0)) return false;
  reap();
  return true;
}

void GuardianProcess::reap() noexcept {
  // Not WNOHANG: of a traced process it finds nothing until the tracer has seen the end, which the pidfd
  // tells at once (ptrace(2)). By its pid, which nobody else can have got: it is our child until it is
  // reaped.
  while (::waitpid(pid_, nullptr, __WALL) < 0 && errno == EINTR) {
  }
  // Reaped, or (ECHILD) the program around us ignores SIGCHLD and the kernel has done it.
  reaped_ = true;
}

void GuardianProcess::kill() noexcept {
  send_signal_to(pidfd_.get(), SIGCONT);
  send_signal_to(pidfd_.get(), SIGKILL);
}

}  // namespace cloche::process
