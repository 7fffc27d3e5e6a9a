#include "cli/export_options.hpp"

#include "cli/duration.hpp"
#include "cli/option.hpp"
#include "cli/tier_option.hpp"

namespace cloche::cli {

ExportOptions::ExportOptions(CLI::App& app) {
  app.footer(
      "exit status: 0 done; 1 some cells failed; 2 usage, or no readable notebook;\n"
      "3 no environment; 4 the worker died; 5 result not written; 124 time-out;\n"
      "128+N ended by signal N");
  app.add_option("NOTEBOOK", notebook_, "the notebook's file")->required()->type_name("");
  output_option_ = add_option(app, "-o,--output", output_, "FILE", "where the result goes (default: stdout)");
  app.add_flag("-f,--force", force_, "replace an existing file without asking");
  sandbox_option_ =
      app.add_flag("--sandbox,!--no-sandbox", sandbox_,
                   "run in the environment that the notebook's script metadata asks for, made by uv "
                   "(default: if it lists dependencies and uv is there)");
  add_option(app, "--python", python_, "PYTHON", "run with this interpreter: a file, or a name on PATH");
  add_option(app, "--timeout", timeout_, "D", "stop the notebook after 90, 90s, 500ms, 5m, 1h");
  add_option(app, "--cell-timeout", cell_timeout_, "D", "stop it when one cell takes longer than this");
  add_option(app, "--grace", grace_, "D", "between asking processes to stop and killing them (default: 5s)");
  add_option(app, "--tier", tier_, "T", "demand an ownership tier: pid-namespace, subreaper, process-group");
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
  request.timeout = parse_limit(timeout_, "--timeout");
  request.cell_timeout = parse_limit(cell_timeout_, "--cell-timeout");
  if (!grace_.empty()) request.stop.grace = parse_duration(grace_, "--grace");
  if (!tier_.empty()) request.tier = parse_tier(tier_);
  return request;
}

Verbosity ExportOptions::verbosity() const {
  if (quiet_) return Verbosity::quiet;
  return verbose_ ? Verbosity::verbose : Verbosity::normal;
}

}  // namespace cloche::cli
