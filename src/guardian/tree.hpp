#pragma once

#include <sys/types.h>

#include "guardian/launch.hpp"

namespace cloche::guardian {

/// kill(2) with `signal`, then perhaps with SIGCONT.
void ask(pid_t pid, int signal, bool and_continue);

/// Asks everybody of the tree with `signal`, and with `and_continue` by SIGCONT too, so that stopped members
/// see it. In a PID namespace that is every member; under a subreaper the command's group (while `leader` is
/// unreaped, 0 afterwards) and all direct children, whose numbers can't have been recycled since only we reap
/// them.
void ask_tree(Hold hold, pid_t leader, int signal, bool and_continue);

/// Asks the direct children that are not in `leader`'s group (all of them when `leader` is 0): orphans that
/// came to a subreaper after ask_tree, since their parent obeyed first. One that was asked before is asked
/// again.
void ask_orphans(pid_t leader, int signal, bool and_continue);

/// Kills and reaps until nobody is left, and gives how many of the dead died of that. `leader_status` gets
/// the wait status of `leader` if it was among them. Only system calls; waits only for processes that have
/// been sent SIGKILL.
int end_tree(Hold hold, pid_t leader, int* leader_status);

}  // namespace cloche::guardian
