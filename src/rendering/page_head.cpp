#include "rendering/page_head.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "rendering/escape.hpp"

namespace cloche::rendering {
namespace {

constexpr std::size_t most_packages = 6;
constexpr std::size_t most_failures = 12;
constexpr std::string_view separator = " <span aria-hidden=\"true\">·</span> ";

std::string cells_text(const notebook::Notebook& notebook) {
  const auto count =
      std::count_if(notebook.cells.begin(), notebook.cells.end(), [](const notebook::Cell& cell) {
        return cell.kind != notebook::CellKind::markdown && cell.kind != notebook::CellKind::raw;
      });
  return fmt::format("{} {}", count, count == 1 ? "cell" : "cells");
}

std::string language_text(const notebook::Notebook& notebook, const notebook::RunRecord& run) {
  std::string text = notebook.language == "python" ? "Python" : notebook.language;
  if (!run.language_version.empty()) text.append(" ").append(run.language_version);
  for (std::size_t i = 0; i < std::min(run.packages.size(), most_packages); ++i) {
    text.append(", ").append(run.packages[i].first).append(" ").append(run.packages[i].second);
  }
  if (run.packages.size() > most_packages)
    text += fmt::format(" and {} more", run.packages.size() - most_packages);
  return text;
}

void append_failures(std::string& out, const std::vector<Failure>& failures) {
  const auto link = [&](const Failure& failure, const std::string& text) {
    out += "<a class=\"bad\" href=\"#";
    append_attribute(out, failure.second);
    out += "\">";
    append_text(out, text);
    out += "</a>";
  };
  if (failures.size() == 1) {
    link(failures[0], failures_text(1));
    return;
  }
  out.append("<span class=\"bad\">").append(failures_text(failures.size())).append(":</span> ");
  for (std::size_t i = 0; i < std::min(failures.size(), most_failures); ++i) {
    if (i > 0) out += ", ";
    link(failures[i], fmt::format("cell {}", failures[i].first));
  }
  if (failures.size() > most_failures) out += ", …";
}

}  // namespace

void append_page_head(std::string& out, const notebook::Notebook& notebook, const HtmlOptions& options,
                      const std::string& title, const std::string& title_identifier,
                      const std::vector<Failure>& failures) {
  out += "<header class=\"head\"><h1";
  if (!title_identifier.empty()) {
    out += " id=\"";
    append_attribute(out, title_identifier);
    out += '"';
  }
  out += '>';
  append_text(out, title);
  out += "</h1><p>";
  append_text(out, options.file_name);
  if (!options.file_name.empty()) out += separator;
  out += cells_text(notebook);
  if (notebook.run) {
    append_text(out, " in " + duration_text(notebook.run->duration));
    out += separator;
    append_text(out, language_text(notebook, *notebook.run));
    if (notebook.run->started != std::chrono::system_clock::time_point{}) {
      out += separator;
      out += date_text(notebook.run->started);
    }
  }
  if (!failures.empty()) {
    out += separator;
    append_failures(out, failures);
  }
  out += "</p>";
  if (notebook.run && !notebook.run->ended_early.empty()) {
    out += "<p class=\"banner\" role=\"alert\"><strong>The run ended early:</strong> ";
    append_text(out, notebook.run->ended_early);
    out += ". What finished before is below; the other cells say that they were not run.</p>";
  }
  out += "</header>\n";
}

std::string duration_text(std::chrono::nanoseconds duration) {
  using std::chrono::duration_cast;
  const auto milliseconds = duration_cast<std::chrono::milliseconds>(duration).count();
  if (milliseconds < 1000) return fmt::format("{} ms", milliseconds);
  if (milliseconds < 60'000) return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
  const auto seconds = milliseconds / 1000;
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string date_text(std::chrono::system_clock::time_point time) {
  constexpr std::array<std::string_view, 12> months = {"January",   "February", "March",    "April",
                                                       "May",       "June",     "July",     "August",
                                                       "September", "October",  "November", "December"};
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(time));
  return fmt::format("{} {} {}", static_cast<unsigned>(date.day()),
                     months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()));
}

std::string failures_text(std::size_t count) {
  return fmt::format("{} {} failed", count, count == 1 ? "cell" : "cells");
}

}  // namespace cloche::rendering
