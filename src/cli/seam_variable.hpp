#pragma once

namespace cloche::cli {

/// In builds with seams: CLOCHE_SEAM=NAME:FD holds the program at the seam NAME of `process/`. It writes a
/// byte to the inherited descriptor FD, and goes on when it has read one. In a release it does nothing.
#ifdef CLOCHE_SEAMS
void arm_seam_from_environment();
#else
inline void arm_seam_from_environment() {}
#endif

}  // namespace cloche::cli
