#pragma once

#include "guardian/launch.hpp"

namespace cloche::guardian {

/// The guardian's whole life: starts the command, holds its tree, ends it when it is over, when it is told
/// to, when the deadline passes, or when the exporter is gone for whatever reason. The calling process has
/// the descriptors of protocol.hpp and all signals blocked. One thread, no allocation, only system calls: it
/// runs in a static helper, and in a forked image of a multi-threaded program too.
[[noreturn]] void guard(const Launch& launch);

}  // namespace cloche::guardian
