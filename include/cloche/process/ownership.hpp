#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// One thing that the machine may offer.
struct Offer {
  /// "pid-namespace", "cgroup memory", "landlock signal scope", …
  std::string name;
  bool available = false;
  /// What it gives, in one line, when available; else why not: "STEP: REASON".
  std::string detail;
  /// What would make it available, or empty.
  std::string remedy;
};

/// What Ownership::explain() found.
struct Explanation {
  Tier default_tier = Tier::process_group;
  /// Why it is that one.
  std::string default_reason;
  /// The tiers, strongest first.
  std::vector<Offer> tiers;
  /// What can be added to them: cgroup and its controllers, Landlock, user namespaces.
  std::vector<Offer> additions;
};

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
  /// Tries everything, and says what it found. Throws Error.
  static Explanation explain();
};

}  // namespace cloche::process
