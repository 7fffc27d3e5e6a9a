#pragma once

#include <atomic>

namespace cloche::process {

/// Whether a job in our own process group is being waited for, which gets what is typed on the terminal as
/// well as we do: then an interrupt that the kernel sends (SI_KERNEL, sigaction(2)) is the job's to answer,
/// and cancels nothing here. Read by signal handlers.
extern std::atomic<bool> keyboard_belongs_to_job;

}  // namespace cloche::process
