#include "cli/arguments.hpp"
#include "cli/export_options.hpp"
#include "cli/export_run.hpp"
#include "cli/help.hpp"
#include "cli/subcommand.hpp"

namespace cloche::cli {

ExitCode export_html(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  Arguments arguments = split_arguments(words);
  CLI::App app("Run a notebook and write it as one HTML file that needs nothing else.", "cloche export html");
  ExportOptions options(app);
  bool include_code = true;
  app.add_flag("--include-code,!--no-include-code", include_code,
               "show the code of the cells (default: yes)");
  if (parse_options(app, std::move(arguments.own))) return print_help(app, export_usage);
  batch::ExportRequest request = options.request();
  request.format = batch::Format::html;
  request.include_code = include_code;
  request.arguments = std::move(arguments.passed_on);
  return run_export(std::move(request), options.verbosity(), cancellation);
}

}  // namespace cloche::cli
