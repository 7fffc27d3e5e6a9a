#include "batch/export_notebook.hpp"

#include <filesystem>
#include <optional>

#include <cloche/process/error.hpp>

#include "batch/input_file.hpp"
#include "batch/output_target.hpp"
#include "environment/environment.hpp"
#include "execution/execute.hpp"
#include "notebook/graph.hpp"
#include "rendering/html.hpp"
#include "rendering/session_export.hpp"

namespace cloche::batch {
namespace {

/// One notebook on its way. Each step either sets what the next one needs or ends the way with a result.
class Export {
 public:
  Export(const ExportRequest& request, Observer& observer) : request_(request), observer_(observer) {}

  ExportResult run() {
    if (const auto end = check_tier()) return *end;
    if (const auto end = read()) return *end;
    if (const auto end = open_output()) return *end;
    if (const auto end = prepare()) return *end;
    if (const auto end = execute()) return *end;
    return write();
  }

 private:
  using End = std::optional<ExportResult>;

  static ExportResult ended(ExportStatus status, Problem problem = {}) {
    return {status, std::move(problem), {}};
  }
  bool cancelled() const { return request_.cancellation && request_.cancellation->requested(); }
  std::string real_path() const;

  End check_tier() const;
  End read();
  End open_output();
  End prepare();
  End execute();
  ExportResult write();
  std::string render() const;
  ExportResult verdict() const;

  const ExportRequest& request_;
  Observer& observer_;
  notebook::Notebook notebook_;
  std::optional<OutputTarget> output_;
  environment::Environment environment_;
  execution::Result execution_;
};

/// Where the file really is: modules and data beside it, and relative sources of packages, are not beside a
/// link to it. A pipe is nowhere.
std::string Export::real_path() const {
  std::error_code error;
  const auto path = std::filesystem::canonical(request_.notebook_path, error);
  return (error ? std::filesystem::absolute(request_.notebook_path) : path).string();
}

std::optional<ExportResult> Export::check_tier() const {
  if (!request_.tier) return std::nullopt;
  const std::string what =
      "cannot own processes in tier `" + std::string(process::name_of(*request_.tier)) + "` here: ";
  try {
    const std::string why_not = process::Ownership::why_not(*request_.tier);
    if (why_not.empty()) return std::nullopt;
    return ended(ExportStatus::not_started,
                 {what + why_not, "leave out --tier to get the strongest one that this machine offers"});
  } catch (const process::Error& error) {
    return ended(ExportStatus::not_started, {what + error.what(), error.hint()});
  }
}

std::optional<ExportResult> Export::read() {
  try {
    notebook_ = read_notebook_file(request_.notebook_path, request_.cancellation);
  } catch (const Failure& failure) {
    if (cancelled()) return ended(ExportStatus::cancelled);
    return ended(ExportStatus::unreadable, failure.problem());
  }
  for (const notebook::Warning& warning : notebook_.warnings) {
    const std::string line = warning.line > 0 ? "line " + std::to_string(warning.line) + ": " : "";
    observer_.on_warning("`" + request_.notebook_path + "`: " + line + warning.message);
  }
  return std::nullopt;
}

std::optional<ExportResult> Export::open_output() {
  std::error_code error;
  if (request_.output_path && !request_.overwrite &&
      std::filesystem::is_regular_file(*request_.output_path, error) &&
      !observer_.may_overwrite(*request_.output_path)) {
    return ended(cancelled() ? ExportStatus::cancelled : ExportStatus::declined);
  }
  try {
    output_.emplace(request_.output_path, request_.cancellation);
  } catch (const Failure& failure) {
    return ended(ExportStatus::not_written, failure.problem());
  }
  return std::nullopt;
}

std::optional<ExportResult> Export::prepare() {
  environment::Request wanted;
  wanted.notebook = &notebook_;
  wanted.notebook_path = real_path();
  wanted.shown_path = request_.notebook_path;
  wanted.sandbox = request_.sandbox;
  wanted.python = request_.python;
  wanted.wants_marimo = request_.format == Format::session;
  wanted.cancellation = request_.cancellation;
  wanted.stop = request_.stop;
  wanted.on_progress = [this](std::string_view text) { observer_.on_preparing(text); };
  wanted.on_notice = [this](std::string_view text) { observer_.on_notice(text); };
  try {
    environment_ = environment::prepare(wanted);
  } catch (const environment::PrepareCancelled&) {
    return ended(ExportStatus::cancelled);
  } catch (const environment::PrepareError& error) {
    return ended(ExportStatus::unprepared, {error.what(), error.hint()});
  } catch (const process::Error& error) {
    return ended(ExportStatus::unprepared,
                 {"cannot prepare an environment for `" + request_.notebook_path + "`: " + error.what(),
                  error.hint()});
  }
  return std::nullopt;
}

std::optional<ExportResult> Export::execute() {
  const notebook::Graph graph = notebook::analyze(notebook_);
  execution::Request wanted;
  wanted.environment = &environment_;
  wanted.graph = &graph;
  wanted.notebook_path = real_path();
  wanted.arguments = request_.arguments;
  wanted.representations = request_.format == Format::session ? execution::Representations::marimo
                                                              : execution::Representations::page;
  wanted.timeout = request_.timeout;
  wanted.cell_timeout = request_.cell_timeout;
  wanted.stop = request_.stop;
  wanted.tier = request_.tier;
  wanted.cancellation = request_.cancellation;
  wanted.on_cell_started = [this](std::size_t cell, std::size_t done, std::size_t all) {
    observer_.on_cell_started(describe_cell(notebook_, cell), done, all);
  };
  const std::string what = "cannot run `" + request_.notebook_path + "`: ";
  try {
    execution_ = execution::execute(notebook_, wanted);
  } catch (const execution::StartError& error) {
    return ended(ExportStatus::not_started, {what + error.what(), {}});
  } catch (const process::Error& error) {
    return ended(ExportStatus::not_started, {what + error.what(), error.hint()});
  }
  if (execution_.stragglers > 0) {
    const bool one = execution_.stragglers == 1;
    observer_.on_notice("`" + request_.notebook_path + "` left " +
                        (one ? "a process" : std::to_string(execution_.stragglers) + " processes") +
                        " running, which " + (one ? "was" : "were") + " ended");
  }
  if (execution_.status == execution::RunStatus::cancelled) return ended(ExportStatus::cancelled);
  return std::nullopt;
}

ExportResult Export::write() {
  observer_.on_writing();
  const std::string bytes = render();
  // After a signal the old result stays, however far we came.
  if (cancelled()) return ended(ExportStatus::cancelled);
  try {
    output_->write(bytes);
  } catch (const Failure& failure) {
    if (cancelled()) return ended(ExportStatus::cancelled);
    return {ExportStatus::not_written, failure.problem(), failing_cells(notebook_)};
  }
  observer_.on_written(output_->name(), bytes.size());
  return verdict();
}

std::string Export::render() const {
  if (request_.format == Format::session) return rendering::render_session(notebook_);
  rendering::HtmlOptions options;
  options.include_code = request_.include_code;
  options.file_name = std::filesystem::path(request_.notebook_path).filename().string();
  return rendering::render_html(notebook_, options);
}

ExportResult Export::verdict() const {
  ExportResult result;
  result.failing_cells = failing_cells(notebook_);
  const std::string what = "`" + request_.notebook_path + "` did not finish: ";
  switch (execution_.status) {
    case execution::RunStatus::timed_out:
      result.status = ExportStatus::timed_out;
      result.problem.message = what + execution_.reason;
      break;
    case execution::RunStatus::worker_died:
      result.status = ExportStatus::worker_died;
      result.problem.message = what + "the worker " + execution_.reason;
      break;
    case execution::RunStatus::completed:
    case execution::RunStatus::cancelled:
      if (!result.failing_cells.empty()) result.status = ExportStatus::cells_failed;
      break;
  }
  return result;
}

}  // namespace

ExportResult export_notebook(const ExportRequest& request, Observer& observer) {
  return Export(request, observer).run();
}

}  // namespace cloche::batch
