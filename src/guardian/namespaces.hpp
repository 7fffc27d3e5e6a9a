#pragma once

#include <sys/types.h>

#include "guardian/protocol.hpp"

namespace cloche::guardian {

/// Finishes the namespaces that clone(2) made, from inside, as their first process and before any exec: an
/// exec would drop the capabilities that a new user namespace gave (user_namespaces(7)). `user_namespace`:
/// map this user and group to themselves. Then a /proc that matches the new PID namespace. Step::none, or the
/// step that failed with errno set. Only system calls.
Step finish_namespaces(bool user_namespace, uid_t user, gid_t group, int& error);

}  // namespace cloche::guardian
