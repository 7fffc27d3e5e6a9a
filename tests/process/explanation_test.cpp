// What the machine offers is said truly, and what it lacks with a reason and a remedy.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <unistd.h>

#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ExplanationOf : public testing::ProcessTest {};

std::vector<std::string> names_of(const std::vector<Offer>& offers) {
  std::vector<std::string> names;
  for (const Offer& offer : offers) names.push_back(offer.name);
  return names;
}

TEST_F(ExplanationOf, EveryTierIsNamedStrongestFirst) {
  EXPECT_THAT(names_of(Ownership::explain().tiers),
              ElementsAre("pid-namespace", "subreaper", "process-group"));
}

TEST_F(ExplanationOf, WhatIsAddedIsNamed) {
  EXPECT_THAT(names_of(Ownership::explain().additions),
              ElementsAre("cgroup", "cgroup memory", "cgroup pids", "landlock signal scope"));
}

TEST_F(ExplanationOf, ATierIsAvailableWhereACommandRunsInIt) {
  const Explanation explanation = Ownership::explain();
  for (const Offer& offer : explanation.tiers) {
    const Tier tier = *tier_named(offer.name);
    EXPECT_EQ(offer.available, Ownership::why_not(tier).empty()) << offer.name;
    Command command;
    command.argv = {"true"};
    command.tier = tier;
    EXPECT_EQ(offer.available, succeeded(run(command).outcome)) << offer.name;
  }
}

TEST_F(ExplanationOf, TheDefaultTierIsAvailableAndHasAReason) {
  const Explanation explanation = Ownership::explain();
  EXPECT_EQ(explanation.default_tier, Ownership::default_tier());
  EXPECT_NE(explanation.default_reason, "");
  for (const Offer& offer : explanation.tiers) {
    if (offer.name == name_of(explanation.default_tier)) {
      EXPECT_TRUE(offer.available);
    }
  }
}

TEST_F(ExplanationOf, WhatIsMissingHasAReasonAndARemedyAndOnlyThat) {
  // A folder that is no cgroup makes sure that something is missing.
  ::setenv("CLOCHE_CGROUP", "/proc", 1);
  const Explanation explanation = Ownership::explain();
  ::unsetenv("CLOCHE_CGROUP");
  EXPECT_FALSE(explanation.additions.front().available);
  EXPECT_THAT(explanation.additions.front().detail, HasSubstr("`/proc`"));
  std::vector<Offer> offers = explanation.tiers;
  offers.insert(offers.end(), explanation.additions.begin(), explanation.additions.end());
  for (const Offer& offer : offers) {
    EXPECT_NE(offer.detail, "") << offer.name;
    EXPECT_EQ(offer.remedy.empty(), offer.available) << offer.name << ": " << offer.remedy;
  }
}

TEST_F(ExplanationOf, ItLeavesNoCgroupBehind) {
  const Explanation explanation = Ownership::explain();
  const Offer& cgroup = explanation.additions.front();
  if (!cgroup.available) GTEST_SKIP() << "no cgroup can be made here: " << cgroup.detail;
  const std::size_t from = cgroup.detail.find('`') + 1;
  const std::string folder = cgroup.detail.substr(from, cgroup.detail.find('`', from) - from);
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_FALSE(entry.path().filename().string().starts_with("cloche-" + std::to_string(::getpid()) + "-"));
}

}  // namespace
}  // namespace cloche::process
