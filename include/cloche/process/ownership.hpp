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

/// What this machine lets us do, found out by doing it once per process (about a millisecond) and remembered.
class Ownership {
 public:
  /// Thread-safe.
  static const Ownership& of_this_machine();

  /// The default: `pid_namespace` where it needs no user namespace, else `subreaper`, else `process_group`.
  Tier default_tier() const noexcept { return default_tier_; }
  /// Whether a demand for `tier` can be met.
  bool offers(Tier tier) const noexcept;
  /// Why `tier` is not there: the step that failed and the reason; empty when it is there.
  std::string why_not(Tier tier) const;

 private:
  Ownership();

  Tier default_tier_;
  std::string pid_namespace_refusal_;
  std::string subreaper_refusal_;
};

}  // namespace cloche::process
