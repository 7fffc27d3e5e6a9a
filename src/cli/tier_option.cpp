#include "cli/tier_option.hpp"

#include <vector>

#include "cli/suggestion.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {

process::Tier parse_tier(const std::string& text) {
  if (const auto tier = process::tier_named(text)) return *tier;
  std::vector<std::string> names;
  for (const process::Tier known :
       {process::Tier::pid_namespace, process::Tier::subreaper, process::Tier::process_group}) {
    names.emplace_back(process::name_of(known));
  }
  std::string hint = did_you_mean(text, names);
  if (hint.empty()) hint = "the tiers are `" + names[0] + "`, `" + names[1] + "` and `" + names[2] + "`";
  throw UsageError("--tier: there is no tier `" + text + "`", hint);
}

}  // namespace cloche::cli
