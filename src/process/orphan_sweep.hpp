#pragma once

namespace cloche::process {

/// Ends what a lost guardian has left behind: the children of this process that the library did not make.
/// Does nothing unless a SubreaperScope is open, since only then do orphans come here and is nobody else's
/// child in the way.
void sweep_orphans();

}  // namespace cloche::process
