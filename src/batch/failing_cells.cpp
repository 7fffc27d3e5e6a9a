#include "batch/failing_cells.hpp"

namespace cloche::batch {
namespace {

using notebook::Cell;
using notebook::CellStatus;
using notebook::ErrorOutput;

constexpr std::size_t longest_reason = 300;

bool is_failing(const Cell& cell) {
  switch (cell.status) {
    case CellStatus::failed:
    case CellStatus::prevented:
    case CellStatus::timed_out:
    case CellStatus::interrupted:
      return true;
    case CellStatus::not_run:
    case CellStatus::succeeded:
    case CellStatus::stopped:
    case CellStatus::disabled:
      return false;
  }
  return false;
}

const ErrorOutput* first_error(const Cell& cell) {
  for (const notebook::Output& output : cell.outputs) {
    if (const auto* error = std::get_if<ErrorOutput>(&output)) return error;
  }
  return nullptr;
}

/// The first line of `text`, not too long, without what could steer a terminal.
std::string one_line(std::string text) {
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
  text.resize(text.find_last_not_of(" :") + 1);
  if (text.size() <= longest_reason) return text;
  std::size_t end = longest_reason;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string reason_of(const ErrorOutput& error) {
  // Python shows the line of a syntax error first, and says last what is wrong with it.
  const auto last = error.message.rfind("\n" + error.name + ": ");
  if (!error.name.empty() && last != std::string::npos) return one_line(error.message.substr(last + 1));
  if (error.name.empty()) return one_line(error.message);
  if (error.message.empty()) return one_line(error.name);
  return one_line(error.name + ": " + error.message);
}

std::string name_of(const Cell& cell) {
  return cell.name == "_" ? std::string() : cell.name;
}

}  // namespace

std::string describe(const FailingCell& cell) {
  const std::string number = "cell " + std::to_string(cell.number);
  return cell.name.empty() ? number : number + " `" + cell.name + "`";
}

std::string describe_cell(const notebook::Notebook& notebook, std::size_t cell) {
  return describe({cell + 1, name_of(notebook.cells.at(cell)), 0, {}});
}

std::vector<FailingCell> failing_cells(const notebook::Notebook& notebook) {
  std::vector<FailingCell> result;
  for (std::size_t i = 0; i < notebook.cells.size(); ++i) {
    const Cell& cell = notebook.cells[i];
    if (!is_failing(cell)) continue;
    FailingCell& failing = result.emplace_back();
    failing.number = i + 1;
    failing.name = name_of(cell);
    failing.line = cell.line;
    const ErrorOutput* error = first_error(cell);
    failing.reason = error ? reason_of(*error) : "failed";
    if (error && cell.line > 0 && error->line > 0) failing.line += error->line - 1;
  }
  return result;
}

}  // namespace cloche::batch
