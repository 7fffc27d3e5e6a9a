#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cloche/process/child.hpp>
#include <cloche/process/ownership.hpp>

#include "process/child_state.hpp"
#include "process/ownership_memory.hpp"

namespace cloche::process {
namespace {

constexpr std::array<std::pair<Tier, std::string_view>, 3> tier_names = {{
    {Tier::pid_namespace, "pid-namespace"},
    {Tier::subreaper, "subreaper"},
    {Tier::process_group, "process-group"},
}};

std::atomic<bool> pid_namespace_refused{false};
std::atomic<bool> subreaper_refused{false};

/// capget(2): without this capability a PID namespace needs a user namespace around it.
bool may_administer() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (::syscall(SYS_capget, &header, sets.data()) < 0) return false;
  return (sets[CAP_SYS_ADMIN / 32].effective & (1u << (CAP_SYS_ADMIN % 32))) != 0;
}

}  // namespace

std::string_view name_of(Tier tier) noexcept {
  for (const auto& [named, name] : tier_names)
    if (named == tier) return name;
  return {};
}

std::optional<Tier> tier_named(std::string_view name) noexcept {
  for (const auto& [tier, tier_name] : tier_names)
    if (tier_name == name) return tier;
  return std::nullopt;
}

Tier Ownership::default_tier() noexcept {
  if (!pid_namespace_refused && may_administer()) return Tier::pid_namespace;
  return subreaper_refused ? Tier::process_group : Tier::subreaper;
}

std::string Ownership::why_not(Tier tier) {
  Command command;
  command.argv = {"/proc/self/exe"};
  // A folder that can't be entered: everything up to the command is tried, the command itself never runs.
  command.working_directory = "/dev/null";
  command.standard_output = command.standard_error = Stdio::null();
  command.tier = tier;
  const Outcome outcome = Child(command).wait();
  const auto* failure = std::get_if<FailedToStart>(&outcome);
  if (failure == nullptr || failure->error == ENOTDIR) return {};
  return describe(outcome);
}

bool is_refusal(guardian::Step step, int error) noexcept {
  switch (step) {
    case guardian::Step::create_process:
      return error == EPERM || error == ENOSYS || error == EINVAL || error == ENOSPC || error == EUSERS;
    case guardian::Step::deny_setgroups:
    case guardian::Step::map_group:
    case guardian::Step::map_user:
    case guardian::Step::isolate_mounts:
    case guardian::Step::mount_proc:
    case guardian::Step::become_subreaper:
      return true;
    default:
      return false;
  }
}

void remember_refusal(Tier tier) noexcept {
  if (tier == Tier::pid_namespace) pid_namespace_refused = true;
  if (tier == Tier::subreaper) subreaper_refused = true;
}

}  // namespace cloche::process
