#pragma once

#include <cloche/process/stop_policy.hpp>

#include "guardian/protocol.hpp"

namespace cloche::process {

/// The policy as the guardian takes it. Throws Error (EINVAL) for too many steps.
guardian::StopTerms terms_of(const StopPolicy& policy);

}  // namespace cloche::process
