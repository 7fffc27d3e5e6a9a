#pragma once

#include <array>
#include <string_view>
#include <utility>

#include <cloche/process/command.hpp>

#include "guardian/protocol.hpp"

namespace cloche::process {

/// Where tests hold the library, deliver an event, and let go. Compiled to nothing in a release.
enum class Seam {
  /// The kernel has made the process; no line after it has run.
  process_created,
  /// The process is owned; its streams are being handed over.
  streams_ready,
  /// run() is about to read the second pipe.
  second_reader,
  /// The command's tree is ending or has ended; the direct child is about to be reaped.
  before_reaping,
  /// The command has ended and is reaped; the outcome is about to be returned.
  outcome_known,
  /// The tree has been asked to stop.
  stop_requested,
};

#ifdef CLOCHE_SEAMS
/// Called at each seam by the thread that is there; it may wait, and it may throw where the code there may.
using SeamHook = void (*)(Seam);
void set_seam_hook(SeamHook hook) noexcept;
void seam(Seam at);
/// The seams by the names above, in their order, for tests in other programs.
inline constexpr std::array<std::pair<Seam, std::string_view>, 6> seam_names = {{
    {Seam::process_created, "process_created"},
    {Seam::streams_ready, "streams_ready"},
    {Seam::second_reader, "second_reader"},
    {Seam::before_reaping, "before_reaping"},
    {Seam::outcome_known, "outcome_known"},
    {Seam::stop_requested, "stop_requested"},
}};

/// Holds guardians started from now on before `step`: they write a byte to the command's descriptor number
/// `target`, which must be one of those passed to it (the other end of a socket pair is the test's), and go
/// on when they have read one. Step::none: no more.
void set_guardian_seam(guardian::Step step, int target) noexcept;
/// For the launch file: the step, and where in the guardian the descriptor is.
std::pair<guardian::Step, int> guardian_seam(const Command& command);
#else
inline void seam(Seam) {}
#endif

}  // namespace cloche::process
