#include "cli/export_options.hpp"

#include "cli/duration.hpp"
#include "cli/suggestion.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

/// An option of which the last one counts when it is given several times.
CLI::Option* add(CLI::App& app, const std::string& names, std::string& value, const std::string& value_name,
                 const std::string& text) {
  return app.add_option(names, value, text)->type_name(value_name)->take_last();
}

/// A limit of zero is none, as with timeout(1).
std::optional<std::chrono::milliseconds> limit(const std::string& text, std::string_view option) {
  if (text.empty()) return std::nullopt;
  const auto duration = parse_duration(text, option);
  if (duration.count() == 0) return std::nullopt;
  return duration;
}

process::Tier tier(const std::string& text) {
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

}  // namespace

ExportOptions::ExportOptions(CLI::App& app) {
  app.add_option("NOTEBOOK", notebook_, "the notebook's file")->required()->type_name("");
  output_option_ = add(app, "-o,--output", output_, "FILE", "where the result goes (default: stdout)");
  app.add_flag("-f,--force", force_, "replace an existing file without asking");
  sandbox_option_ =
      app.add_flag("--sandbox,!--no-sandbox", sandbox_,
                   "run in the environment that the notebook's script metadata asks for, made by uv "
                   "(default: if it lists dependencies and uv is there)");
  add(app, "--python", python_, "PYTHON", "run with this interpreter: a file, or a name on PATH");
  add(app, "--timeout", timeout_, "D", "stop the notebook after 90, 90s, 500ms, 5m, 1h");
  add(app, "--cell-timeout", cell_timeout_, "D", "stop it when one cell takes longer than this");
  add(app, "--grace", grace_, "D", "between asking processes to stop and killing them (default: 5s)");
  add(app, "--tier", tier_, "T", "demand an ownership tier: pid-namespace, subreaper, process-group");
  app.add_flag("-q,--quiet", quiet_, "say nothing but errors");
  app.add_flag("-v,--verbose", verbose_, "say more");
}

batch::ExportRequest ExportOptions::request() const {
  batch::ExportRequest request;
  request.notebook_path = notebook_;
  if (output_option_->count() > 0) request.output_path = output_;
  request.overwrite = force_;
  if (sandbox_option_->count() > 0) request.sandbox = sandbox_;
  request.python = python_;
  request.timeout = limit(timeout_, "--timeout");
  request.cell_timeout = limit(cell_timeout_, "--cell-timeout");
  if (!grace_.empty()) request.stop.grace = parse_duration(grace_, "--grace");
  if (!tier_.empty()) request.tier = tier(tier_);
  return request;
}

Verbosity ExportOptions::verbosity() const {
  if (quiet_) return Verbosity::quiet;
  return verbose_ ? Verbosity::verbose : Verbosity::normal;
}

}  // namespace cloche::cli
