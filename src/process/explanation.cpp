#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cloche/process/ownership.hpp>

#include "process/cgroup.hpp"

namespace cloche::process {
namespace {

constexpr std::array<Tier, 3> tiers = {Tier::pid_namespace, Tier::subreaper, Tier::process_group};

std::string what_it_gives(Tier tier) {
  switch (tier) {
    case Tier::pid_namespace:
      return "ends everything, even when cloche or the guardian is killed with SIGKILL";
    case Tier::subreaper:
      return "ends everything, unless cloche and the guardian are killed in the same moment";
    case Tier::process_group:
      break;
  }
  return "ends what stays in the process group; needs a living cloche";
}

/// The first word of a settings file; empty: there is none.
std::string setting(const char* path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// The settings that are known to forbid unprivileged user namespaces. Only asked after a trial has failed:
/// by themselves they prove nothing (a container's filter is not among them).
std::string user_namespace_remedy() {
  if (setting("/proc/sys/user/max_user_namespaces") == "0") return "sysctl user.max_user_namespaces=10000";
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == "0")
    return "sysctl kernel.unprivileged_userns_clone=1";
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1")
    return "an AppArmor profile for cloche that allows `userns`, or sysctl "
           "kernel.apparmor_restrict_unprivileged_userns=0";
  return "run it with CAP_SYS_ADMIN, or in a container whose filter allows namespaces (`--security-opt "
         "seccomp=unconfined`) and whose /proc is not masked";
}

Offer offer_of(Tier tier) {
  Offer offer{std::string(name_of(tier)), false, Ownership::why_not(tier), {}};
  offer.available = offer.detail.empty();
  if (offer.available)
    offer.detail = what_it_gives(tier);
  else if (tier == Tier::pid_namespace)
    offer.remedy = user_namespace_remedy();
  else if (tier == Tier::subreaper)
    offer.remedy = "Linux 5.4 or later";
  return offer;
}

std::string kernel_release() {
  utsname names{};
  return ::uname(&names) == 0 ? names.release : "unknown";
}

/// landlock_create_ruleset(2) with flag 1 gives the version of the interface.
Offer landlock_offer() {
  constexpr long create_ruleset = 444;
  constexpr long version_of_signal_scope = 6;
  Offer offer{"landlock signal scope", false, {}, {}};
  const long version = ::syscall(create_ruleset, nullptr, 0, 1);
  offer.available = version >= version_of_signal_scope;
  if (offer.available) {
    offer.detail = "a command can't signal its owner, nor anything else outside its tree";
    return offer;
  }
  offer.detail =
      version < 0 ? std::string("ask for Landlock: ") + std::strerror(errno)
                  : "Landlock's interface here has version " + std::to_string(version) + ", signals need 6";
  offer.remedy = "Linux 6.12 or later with Landlock enabled (this is " + kernel_release() + ")";
  return offer;
}

constexpr const char* delegation =
    "delegate one: `systemd-run --user --scope -p Delegate=yes …`, or name a folder of the cgroup2 file "
    "system "
    "that this user may write, and that has no processes of its own, in CLOCHE_CGROUP";

Offer cgroup_offer(const std::optional<CgroupParent>& parent, const std::string& reason) {
  Offer offer{"cgroup", false, reason, delegation};
  if (!parent) return offer;
  std::string unused;
  std::optional<CgroupParent> copy = open_cgroup_parent(unused);
  offer.available = copy && Cgroup::make(std::move(*copy)) != nullptr;
  if (!offer.available) {
    offer.detail = "make one in `" + parent->path + "`: " + std::strerror(errno);
    return offer;
  }
  offer.detail = "below `" + parent->path + "`: a tree is counted as a whole, and killed in one step";
  offer.remedy.clear();
  return offer;
}

Offer controller_offer(const std::optional<CgroupParent>& parent, const std::string& no_parent,
                       const std::string& controller, const std::string& otherwise) {
  Offer offer{"cgroup " + controller, false, no_parent, delegation};
  if (parent) offer.available = has_controller(*parent, controller, offer.detail);
  if (offer.available) {
    offer.detail = "limits hold for the whole tree";
    offer.remedy.clear();
  } else {
    offer.detail += "; " + otherwise;
  }
  return offer;
}

std::string reason_of_default(Tier tier, const std::vector<Offer>& offers) {
  switch (tier) {
    case Tier::pid_namespace:
      return "the strongest one, and it needs no user namespace here";
    case Tier::subreaper:
      if (offers.front().available)
        return "pid-namespace would need a user namespace, in which files of other users belong to nobody; "
               "demand it with --tier pid-namespace";
      return "pid-namespace is not there";
    case Tier::process_group:
      break;
  }
  return "nothing better is there";
}

}  // namespace

Explanation Ownership::explain() {
  Explanation explanation;
  for (const Tier tier : tiers) explanation.tiers.push_back(offer_of(tier));
  explanation.default_tier = default_tier();
  explanation.default_reason = reason_of_default(explanation.default_tier, explanation.tiers);
  std::string reason;
  const std::optional<CgroupParent> parent = open_cgroup_parent(reason);
  explanation.additions.push_back(cgroup_offer(parent, reason));
  explanation.additions.push_back(
      controller_offer(parent, reason, "memory", "memory limits hold for each process"));
  explanation.additions.push_back(
      controller_offer(parent, reason, "pids", "limits of processes hold for the user, and not for root"));
  explanation.additions.push_back(landlock_offer());
  return explanation;
}

}  // namespace cloche::process
