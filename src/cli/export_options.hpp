#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "batch/export_request.hpp"
#include "cli/console.hpp"

namespace cloche::cli {

/// What follows the name of an export command.
inline constexpr std::string_view export_usage = "[OPTIONS] NOTEBOOK [-- WORDS FOR THE NOTEBOOK]";

/// The options that all exports have, as they stand on the command line.
class ExportOptions {
 public:
  /// Adds them to `app`. This object must outlive the parsing.
  explicit ExportOptions(CLI::App& app);
  ExportOptions(const ExportOptions&) = delete;
  ExportOptions& operator=(const ExportOptions&) = delete;

  /// What was asked for. Throws UsageError.
  batch::ExportRequest request() const;
  Verbosity verbosity() const;

 private:
  std::string notebook_;
  std::string output_;
  std::string python_;
  std::string timeout_;
  std::string cell_timeout_;
  std::string grace_;
  std::string tier_;
  bool sandbox_ = false;
  bool force_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
  CLI::Option* output_option_;
  CLI::Option* sandbox_option_;
};

}  // namespace cloche::cli
