#include <cstring>
#include <system_error>

#include <cloche/process/outcome.hpp>

namespace cloche::process {
namespace {

std::string signal_text(int signal) {
  const char* abbreviation = ::sigabbrev_np(signal);
  const std::string number = "signal " + std::to_string(signal);
  return abbreviation == nullptr ? number : number + " (SIG" + abbreviation + ")";
}

struct Describer {
  std::string operator()(const Exited& exited) const {
    return "exited with status " + std::to_string(exited.code);
  }
  std::string operator()(const Signaled& signaled) const {
    return "was killed by " + signal_text(signaled.signal) + (signaled.core_dumped ? ", core dumped" : "");
  }
  std::string operator()(const TimedOut& timed_out) const {
    return timed_out.killed ? "timed out and had to be killed" : "timed out";
  }
  std::string operator()(const Cancelled& cancelled) const {
    return cancelled.killed ? "was cancelled and had to be killed" : "was cancelled";
  }
  std::string operator()(const FailedToStart& failed) const {
    return "failed to start: " + failed.step + ": " + std::generic_category().message(failed.error);
  }
  std::string operator()(const Lost& lost) const { return "was lost: " + lost.reason; }
};

}  // namespace

bool succeeded(const Outcome& outcome) noexcept {
  const auto* exited = std::get_if<Exited>(&outcome);
  return exited != nullptr && exited->code == 0;
}

std::string describe(const Outcome& outcome) {
  return std::visit(Describer{}, outcome);
}

}  // namespace cloche::process
