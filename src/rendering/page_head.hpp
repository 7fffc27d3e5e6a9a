#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "notebook/notebook.hpp"
#include "rendering/html.hpp"

namespace cloche::rendering {

/// A cell that went wrong: its number on the page, counted from 1, and its element's id.
using Failure = std::pair<std::size_t, std::string>;

/// The page's title and a line that says what ran, how long, with what, when, and what failed.
void append_page_head(std::string& out, const notebook::Notebook& notebook, const HtmlOptions& options,
                      const std::string& title, const std::string& title_identifier,
                      const std::vector<Failure>& failures);

/// "350 ms", "1.2 s", "2 min 5 s".
std::string duration_text(std::chrono::nanoseconds duration);

/// "30 November 2026", in UTC.
std::string date_text(std::chrono::system_clock::time_point time);

/// "1 cell failed", "3 cells failed".
std::string failures_text(std::size_t count);

}  // namespace cloche::rendering
