#include <algorithm>
#include <cerrno>
#include <limits>
#include <numeric>

#include <cloche/process/error.hpp>
#include <cloche/process/stop_policy.hpp>

#include "process/stop_terms.hpp"

namespace cloche::process {
namespace {

using std::chrono::milliseconds;

std::int32_t clamped_ms(milliseconds duration) {
  constexpr milliseconds::rep longest = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp<milliseconds::rep>(duration.count(), 0, longest));
}

}  // namespace

milliseconds StopPolicy::total_grace() const {
  return std::accumulate(
      escalation.begin(), escalation.end(), grace, [](milliseconds sum, const StopStep& step) {
        return step.grace < milliseconds::max() - sum ? sum + step.grace : milliseconds::max();
      });
}

StopPolicy StopPolicy::hurried() const {
  StopPolicy shorter = *this;
  shorter.grace = std::min(total_grace(), hurried_grace);
  shorter.escalation.clear();
  return shorter;
}

guardian::StopTerms terms_of(const StopPolicy& policy) {
  if (policy.escalation.size() + 1 > guardian::max_stop_steps)
    throw Error(EINVAL, "stop a command: more than 8 steps");
  guardian::StopTerms terms{};
  terms.steps[terms.count++] = {policy.signal, clamped_ms(policy.grace)};
  for (const StopStep& step : policy.escalation)
    terms.steps[terms.count++] = {step.signal, clamped_ms(step.grace)};
  terms.main_process_only = policy.audience == StopAudience::main_process ? 1 : 0;
  terms.continue_stopped = policy.continue_stopped ? 1 : 0;
  return terms;
}

}  // namespace cloche::process
