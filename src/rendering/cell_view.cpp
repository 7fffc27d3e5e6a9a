#include "rendering/cell_view.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/highlight.hpp"
#include "rendering/html_fragment.hpp"
#include "rendering/json.hpp"
#include "rendering/markdown.hpp"
#include "rendering/mime.hpp"
#include "rendering/terminal.hpp"
#include "rendering/traceback.hpp"

namespace cloche::rendering {
namespace {

using notebook::Cell;
using notebook::CellKind;
using notebook::CellStatus;
using notebook::DisplayOutput;
using notebook::ErrorOutput;
using notebook::Notebook;
using notebook::ResultOutput;
using notebook::StreamOutput;

// Errors that say: another cell is the reason.
bool is_inherited(const ErrorOutput& error) {
  return error.kind == "ancestor-stopped" || error.kind == "ancestor-prevented" ||
         error.name == "Ancestor raised";
}

bool is_python(const Notebook& notebook, const Cell& cell) {
  return notebook.language == "python" && cell.kind != CellKind::sql;
}

void append_code(Page& page, const Notebook& notebook, const Cell& cell) {
  std::string& out = page.out;
  const bool is_folded = cell.options.hide_code || (is_python(notebook, cell) && is_prose(cell.source));
  if (is_folded) out += "<details class=\"hidden-code\"><summary>code</summary>";
  out += "<figure class=\"code\"><pre><code>";
  if (is_python(notebook, cell)) {
    append_python(out, cell.source);
  } else {
    append_text(out, cell.source);
  }
  out += "</code></pre></figure>";
  if (is_folded) out += "</details>";
}

void append_stream(Page& page, const StreamOutput& stream) {
  if (stream.text.empty()) return;
  std::string& out = page.out;
  const bool is_error = stream.name == notebook::StreamName::standard_error;
  out += is_error ? R"(<pre class="stream stderr" role="group" aria-label="standard error">)"
                  : R"(<pre class="stream" role="group" aria-label="standard output">)";
  std::string_view text = stream.text;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  append_terminal_text(out, text);
  out += "</pre>";
  page.has_shown_output = true;
}

void append_output(Page& page, const notebook::MimeBundle& bundle, std::string_view metadata) {
  const std::size_t before = page.out.size();
  page.out += "<div class=\"output\">";
  if (append_bundle(page, bundle, metadata)) {
    page.out += "</div>";
    page.has_shown_output = true;
  } else {
    page.out.resize(before);
  }
}

std::string_view without_end(std::string_view text, std::string_view end) {
  while (!text.empty() && end.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

void append_reason(Page& page, std::string_view sentence) {
  page.out += "<p class=\"reason\">";
  append_text(page.out, sentence);
  page.out += "</p>";
}

// Why a cell did not run, in a reader's words. marimo's own sentence has the exception's class in
// parentheses.
std::string inherited_sentence(const ErrorOutput& error) {
  if (error.kind == "ancestor-stopped") return "Not run: a cell that it needs was stopped.";
  const std::size_t open = error.message.find('(');
  const std::size_t close = error.message.find(')', open);
  if (open == std::string::npos || close == std::string::npos) return "Not run: a cell that it needs failed.";
  return fmt::format("Not run: a cell that it needs raised {}.",
                     error.message.substr(open + 1, close - open - 1));
}

// "line 3\n  x = (\n      ^\nSyntaxError: …": the last line is the sentence, the rest shows where.
void append_error(Page& page, const ErrorOutput& error, bool include_code) {
  std::string& out = page.out;
  if (is_inherited(error)) {
    append_reason(page, inherited_sentence(error));
    return;
  }
  std::string_view message = without_end(error.message, "\n ");
  std::string_view where;
  if (error.kind == "syntax" || error.kind == "import-star") {
    const std::size_t last = message.rfind('\n');
    if (last != std::string_view::npos) {
      where = message.substr(0, last);
      message.remove_prefix(last + 1);
      // Said beside the sentence already.
      if (error.line > 0 && where.starts_with("line "))
        where.remove_prefix(std::min(where.find('\n'), where.size() - 1) + 1);
    }
  }
  const bool is_sentence = error.name.empty() && where.empty();
  out += "<div class=\"error\" role=\"group\" aria-label=\"error\"><p>";
  out += is_sentence ? "<strong class=\"sentence\">" : "<strong>";
  const bool names_itself = error.name.empty() || message.starts_with(error.name);
  if (!names_itself) {
    append_text(out, error.name);
    if (!message.empty()) out += ": ";
  }
  append_text(out, terminal_plain_text(message));
  out += "</strong>";
  if (error.line > 0) out += fmt::format(" <span class=\"place\">line {}</span>", error.line);
  out += "</p>";
  if (include_code && !where.empty()) {
    out += "<pre>";
    append_terminal_text(out, where);
    out += "</pre>";
  }
  // A traceback quotes code.
  if (include_code && !error.traceback.empty()) {
    out += "<details class=\"traceback\"><summary>traceback</summary><pre>";
    append_traceback(out, without_end(error.traceback, "\n"));
    out += "</pre></details>";
  }
  out += "</div>";
}

// A raw cell says for which format it is meant; without a word it is text.
void append_raw(Page& page, const Cell& cell) {
  std::string format;
  if (const auto metadata = parse_json(cell.metadata); metadata && metadata->is_object()) {
    for (const std::string_view name : {"raw_mimetype", "format"}) {
      if (format.empty()) format = text_member(metadata->get_object(), name);
    }
  }
  if (format == "text/html") {
    append_html(page, cell.source);
  } else if (format == "text/markdown") {
    append_markdown(page, cell.source);
  } else if (format.empty()) {
    page.out += "<pre class=\"raw\">";
    append_text(page.out, cell.source);
    page.out += "</pre>";
  }
}

void append_contents(Page& page, const Notebook& notebook, const Cell& cell, const HtmlOptions& options) {
  if (cell.kind == CellKind::markdown) {
    append_markdown(page, cell.source);
    page.has_shown_output = true;
    return;
  }
  if (cell.kind == CellKind::raw) {
    append_raw(page, cell);
    return;
  }
  if (options.include_code && !cell.source.empty()) append_code(page, notebook, cell);
  for (const auto& output : cell.outputs) {
    if (const auto* stream = std::get_if<StreamOutput>(&output)) append_stream(page, *stream);
    if (const auto* display = std::get_if<DisplayOutput>(&output))
      append_output(page, display->data, display->metadata);
  }
  for (const auto& output : cell.outputs) {
    if (const auto* result = std::get_if<ResultOutput>(&output))
      append_output(page, result->data, result->metadata);
  }
  for (const auto& output : cell.outputs) {
    if (const auto* error = std::get_if<ErrorOutput>(&output))
      append_error(page, *error, options.include_code);
  }
  if (const std::string sentence = status_sentence(notebook, cell); !sentence.empty())
    append_reason(page, sentence);
}

std::string_view class_of(const Notebook& notebook, const Cell& cell) {
  if (cell.kind == CellKind::markdown) return "cell prose";
  return is_python(notebook, cell) && is_prose(cell.source) ? "cell prose" : "cell";
}

}  // namespace

std::string status_sentence(const Notebook& notebook, const Cell& cell) {
  const bool has_error =
      std::any_of(cell.outputs.begin(), cell.outputs.end(),
                  [](const notebook::Output& output) { return std::holds_alternative<ErrorOutput>(output); });
  if (!notebook.run || has_error || cell.kind == CellKind::markdown || cell.kind == CellKind::raw) return {};
  switch (cell.status) {
    case CellStatus::not_run:
      return notebook.run->ended_early.empty() ? std::string() : "Not run: the run ended before its turn.";
    case CellStatus::prevented:
      return "Not run: a cell that it needs failed.";
    case CellStatus::disabled:
      return "Not run: it is disabled, or a cell that it needs is.";
    case CellStatus::failed:
      return "Failed.";
    case CellStatus::timed_out:
      return "Stopped: it took too long.";
    case CellStatus::interrupted:
      return notebook.run->ended_early.empty()
                 ? std::string("Stopped while it ran.")
                 : fmt::format("Stopped while it ran: {}.", notebook.run->ended_early);
    case CellStatus::succeeded:
    case CellStatus::stopped:
      return {};
  }
  return {};
}

bool has_failed(const Cell& cell) {
  if (cell.status == CellStatus::failed || cell.status == CellStatus::timed_out ||
      cell.status == CellStatus::interrupted) {
    return true;
  }
  return std::any_of(cell.outputs.begin(), cell.outputs.end(), [](const notebook::Output& output) {
    const auto* error = std::get_if<ErrorOutput>(&output);
    return error != nullptr && !is_inherited(*error);
  });
}

void append_cell(Page& page, const Notebook& notebook, const Cell& cell, const std::string& identifier,
                 const HtmlOptions& options) {
  std::string& out = page.out;
  const std::size_t before = out.size();
  out.append("<section class=\"").append(class_of(notebook, cell)).append("\" id=\"");
  append_attribute(out, identifier);
  out += "\">";
  const std::size_t start = out.size();
  append_contents(page, notebook, cell, options);
  if (out.size() == start) {
    out.resize(before);
    return;
  }
  out += "</section>\n";
}

}  // namespace cloche::rendering
