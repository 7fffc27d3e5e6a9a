#pragma once

#include "guardian/launch.hpp"

namespace cloche::guardian {

/// Where tests hold the guardian: before `step`, when the launch asks for it, it says so on the seam's
/// descriptor and waits for an answer. Compiled to nothing in a release.
#ifdef CLOCHE_SEAMS
void seam(const Launch& launch, Step step);
#else
inline void seam(const Launch&, Step) {}
#endif

}  // namespace cloche::guardian
