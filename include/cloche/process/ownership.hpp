#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cloche::process {

/// How a command's tree is held; docs/processes.md says what each one survives.
enum class Tier {
  /// The guardian is pid 1 of a new PID namespace: the kernel ends every member with it.
  pid_namespace,
  /// The guardian is a child subreaper: orphans come to it, and it sweeps until it has no children.
  subreaper,
  /// No guardian: what stays in the command's process group is ended with it.
  process_group,
};

std::string_view name_of(Tier tier) noexcept;
std::optional<Tier> tier_named(std::string_view name) noexcept;

/// What this machine lets us do: found out by doing it, never by reading settings, and remembered.
/// Thread-safe.
class Ownership {
 public:
  /// What a command gets that demands nothing: `pid_namespace` where it needs no user namespace (inside one,
  /// files of root belong to nobody and other users vanish), else `subreaper`, else `process_group`.
  static Tier default_tier() noexcept;
  /// Why `tier` can't be had, "STEP: REASON"; empty when it can. Tries it, which takes about a millisecond.
  /// Throws Error.
  static std::string why_not(Tier tier);
};

}  // namespace cloche::process
