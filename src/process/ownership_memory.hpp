#pragma once

#include <cloche/process/ownership.hpp>

#include "guardian/protocol.hpp"

namespace cloche::process {

/// Whether a failure means that this machine does not let us make PID namespaces, rather than that it is out
/// of something.
bool is_refusal(guardian::Step step, int error) noexcept;

/// From now on the default is the tier below `tier`: it was tried and refused.
void remember_refusal(Tier tier) noexcept;

}  // namespace cloche::process
