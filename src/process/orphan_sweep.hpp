#pragma once

#include <sys/types.h>

namespace cloche::process {

/// Ends what a lost guardian has left behind: the children of this process that the library did not make.
/// Does nothing unless a SubreaperScope is open, since only then do orphans come here and is nobody else's
/// child in the way.
void sweep_orphans();

/// The same for the orphans of one process group, whatever it has been sent before. The caller still has its
/// leader unreaped, so that the number can't be somebody else's.
void reap_orphans_of_group(pid_t group);

}  // namespace cloche::process
