#include <boost/json.hpp>

#include <cloche/process/ownership.hpp>

#include "cli/arguments.hpp"
#include "cli/help.hpp"
#include "cli/subcommand.hpp"

namespace cloche::cli {
namespace {

using process::Explanation;
using process::Offer;

std::string text_of(const std::vector<Offer>& offers) {
  std::string text;
  for (const Offer& offer : offers) {
    text += (offer.available ? "  yes  " : "  no   ") + offer.name + ": " + offer.detail + "\n";
    if (!offer.remedy.empty()) text += "       to have it: " + offer.remedy + "\n";
  }
  return text;
}

std::string text_of(const Explanation& explanation) {
  return "How commands are held here: " + std::string(process::name_of(explanation.default_tier)) + " (" +
         explanation.default_reason + ")\n\nOwnership tiers, strongest first:\n" +
         text_of(explanation.tiers) + "\nIn addition:\n" + text_of(explanation.additions);
}

boost::json::array json_of(const std::vector<Offer>& offers) {
  boost::json::array array;
  for (const Offer& offer : offers)
    array.push_back({{"name", offer.name},
                     {"available", offer.available},
                     {"detail", offer.detail},
                     {"remedy", offer.remedy}});
  return array;
}

std::string json_of(const Explanation& explanation) {
  boost::json::object object;
  object["version"] = CLOCHE_VERSION;
  object["default_tier"] = process::name_of(explanation.default_tier);
  object["default_reason"] = explanation.default_reason;
  object["tiers"] = json_of(explanation.tiers);
  object["additions"] = json_of(explanation.additions);
  return boost::json::serialize(object) + "\n";
}

}  // namespace

ExitCode doctor(const std::vector<std::string>& words, const process::Cancellation&) {
  CLI::App app("Say how this machine lets cloche hold commands, and what would let it hold them better.",
               "cloche doctor");
  bool as_json = false;
  app.add_flag("--json", as_json, "as one JSON object");
  app.footer("exit status: 0 done; 2 usage; 5 result not written");
  if (parse_options(app, words)) return print_help(app, "[OPTIONS]");
  const Explanation explanation = process::Ownership::explain();
  return print(as_json ? json_of(explanation) : text_of(explanation));
}

}  // namespace cloche::cli
