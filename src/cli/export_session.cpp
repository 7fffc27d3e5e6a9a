#include "cli/arguments.hpp"
#include "cli/export_options.hpp"
#include "cli/export_run.hpp"
#include "cli/help.hpp"
#include "cli/subcommand.hpp"

namespace cloche::cli {

ExitCode export_session(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  Arguments arguments = split_arguments(words);
  CLI::App app("Run a notebook and write its outputs as marimo's session file (JSON).",
               "cloche export session");
  ExportOptions options(app);
  if (parse_options(app, std::move(arguments.own))) return print_help(app, export_usage);
  batch::ExportRequest request = options.request();
  request.format = batch::Format::session;
  request.arguments = std::move(arguments.passed_on);
  return run_export(std::move(request), options.verbosity(), cancellation);
}

}  // namespace cloche::cli
