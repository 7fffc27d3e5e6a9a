#pragma once

#include <cloche/process/fd.hpp>

namespace cloche::process {

/// The guardian's static program, ready to be executed: it is part of this library, so that every program
/// around the library has the one that belongs to it, wherever it is installed. Empty where the machine lets
/// nobody execute memory (vm.memfd_noexec). Throws Error when the system refuses a descriptor or memory.
Fd open_guardian_program();

}  // namespace cloche::process
