#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <stdexcept>
#include <thread>

#include <unistd.h>

#include <cloche/process/error.hpp>
#include <cloche/process/termination_scope.hpp>

#include "process/keyboard.hpp"

namespace cloche::process {
namespace {

constexpr std::array<int, 3> terminating_signals = {SIGINT, SIGTERM, SIGHUP};

// What the handler works on. It may run on any thread at any moment, and still be running there while the
// scope closes.
std::atomic<Cancellation*> current_cancellation{nullptr};
std::atomic<int> first_signal{0};
std::atomic<int> running_handlers{0};
std::atomic<bool> scope_exists{false};
static_assert(std::atomic<Cancellation*>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may use them");

// Written by the scope only.
std::array<struct sigaction, terminating_signals.size()> dispositions_before;
std::array<bool, terminating_signals.size()> taken;

void take_signal(int signal) noexcept {
  int none = 0;
  const bool is_first = first_signal.compare_exchange_strong(none, signal);
  Cancellation* cancellation = current_cancellation;
  if (cancellation == nullptr) return;
  if (is_first)
    cancellation->request(signal);
  else
    cancellation->hurry();
}

extern "C" void cloche_on_terminating_signal(int signal, siginfo_t* info, void*) {
  if (keyboard_belongs_to_job && signal == SIGINT && info->si_code == SI_KERNEL) return;
  const int saved_errno = errno;
  ++running_handlers;
  take_signal(signal);
  --running_handlers;
  errno = saved_errno;
}

sigset_t taken_signals() noexcept {
  sigset_t set;
  sigemptyset(&set);
  for (std::size_t i = 0; i < terminating_signals.size(); ++i)
    if (taken[i]) sigaddset(&set, terminating_signals[i]);
  return set;
}

}  // namespace

TerminationScope::TerminationScope() {
  if (scope_exists.exchange(true)) throw std::logic_error("a termination scope is already open");
  first_signal = 0;
  current_cancellation = &cancellation_;
  struct sigaction action {};
  action.sa_sigaction = cloche_on_terminating_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  // One handler at a time: of two signals that are pending together, the second's would otherwise run first.
  sigemptyset(&action.sa_mask);
  for (const int signal : terminating_signals) sigaddset(&action.sa_mask, signal);
  for (std::size_t i = 0; i < terminating_signals.size(); ++i) {
    struct sigaction& before = dispositions_before[i];
    taken[i] = ::sigaction(terminating_signals[i], nullptr, &before) == 0 &&
               (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
    if (taken[i]) ::sigaction(terminating_signals[i], &action, nullptr);
  }
}

TerminationScope::~TerminationScope() {
  close();
}

int TerminationScope::signal() const noexcept {
  return first_signal;
}

int TerminationScope::close() noexcept {
  if (!open_) return first_signal;
  open_ = false;
  // A signal that arrives now stays pending, is collected here, and can't fall between handler and default
  // disposition.
  const sigset_t ours = taken_signals();
  sigset_t mask_before;
  ::pthread_sigmask(SIG_BLOCK, &ours, &mask_before);
  const timespec no_time{};
  for (int pending; (pending = ::sigtimedwait(&ours, nullptr, &no_time)) > 0;) take_signal(pending);
  for (std::size_t i = 0; i < terminating_signals.size(); ++i)
    if (taken[i]) ::sigaction(terminating_signals[i], &dispositions_before[i], nullptr);
  // A handler on another thread finishes its one write before the descriptor goes.
  current_cancellation = nullptr;
  while (running_handlers != 0) std::this_thread::yield();
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  const int kept = first_signal;
  scope_exists = false;
  return kept;
}

void end_by_signal(int signal) noexcept {
  if (signal == SIGINT) {
    // Parents look at how a child ended (WIFSIGNALED): a shell's loop stops only when its command really died
    // of the interrupt.
    std::signal(SIGINT, SIG_DFL);
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    ::pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
    std::raise(SIGINT);
  }
  ::_exit(128 + signal);
}

}  // namespace cloche::process
