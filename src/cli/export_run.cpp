#include "cli/export_run.hpp"

#include "batch/export_notebook.hpp"
#include "cli/overwrite_question.hpp"

namespace cloche::cli {
namespace {

class ConsoleObserver : public batch::Observer {
 public:
  ConsoleObserver(const std::string& notebook, Console& console, const process::Cancellation& cancellation)
      : notebook_(notebook), console_(console), cancellation_(cancellation) {}

  void on_notice(std::string_view text) override { console_.notice(text); }
  void on_warning(std::string_view text) override { console_.warning(text); }
  void on_preparing(std::string_view text) override {
    console_.progress(notebook_ + ": environment: " + std::string(text));
  }
  void on_cell_started(std::string_view cell, std::size_t done, std::size_t all) override {
    console_.progress(notebook_ + ": " + std::to_string(done) + "/" + std::to_string(all) + ": " +
                      std::string(cell));
  }
  void on_writing() override { console_.erase_progress(); }
  void on_written(std::string_view path, std::size_t bytes) override {
    console_.detail(notebook_ + ": wrote " + std::to_string(bytes) + " bytes to " + std::string(path));
  }
  bool may_overwrite(const std::string& path) override {
    return cli::may_overwrite(path, console_, cancellation_);
  }

 private:
  const std::string& notebook_;
  Console& console_;
  const process::Cancellation& cancellation_;
};

std::vector<std::string> lines_of(const std::vector<batch::FailingCell>& cells) {
  std::vector<std::string> lines;
  for (const batch::FailingCell& cell : cells) {
    const std::string line = cell.line > 0 ? ", line " + std::to_string(cell.line) : "";
    lines.push_back(batch::describe(cell) + line + ": " + cell.reason);
  }
  return lines;
}

}  // namespace

ExitCode run_export(batch::ExportRequest request, Verbosity verbosity,
                    const process::Cancellation& cancellation) {
  request.cancellation = &cancellation;
  Console console(verbosity, Terminal::of_standard_error());
  ConsoleObserver observer(request.notebook_path, console, cancellation);
  const batch::ExportResult result = batch::export_notebook(request, observer);
  const std::vector<std::string> lines = lines_of(result.failing_cells);
  if (result.status == batch::ExportStatus::cells_failed) {
    console.error("some cells of `" + request.notebook_path + "` failed:", {}, lines);
  } else if (!result.problem.message.empty()) {
    console.error(result.problem.message, result.problem.hint, lines);
  }
  return exit_code_of(result.status);
}

}  // namespace cloche::cli
