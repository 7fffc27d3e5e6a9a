#include "rendering/notes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

// More than that of a source that nobody can run is not read by anybody either.
constexpr std::size_t longest_source = 20'000;

}  // namespace

void append_absent(std::string& out, std::string_view what, std::string_view url,
                   std::string_view description) {
  constexpr std::size_t longest_address = 120;
  out += "<span class=\"absent\">";
  append_text(out, what);
  if (!description.empty()) {
    out += " \xE2\x80\x9C";
    append_text(out, description);
    out += "\xE2\x80\x9D";
  }
  out += ", not in this page";
  const UrlKind kind = url_kind(url);
  const std::string_view shown = url.substr(0, longest_address);
  if (kind == UrlKind::link) {
    out += ": <a rel=\"noopener noreferrer\" href=\"";
    append_attribute(out, url);
    out += "\">";
    append_text(out, shown);
    out += "</a>";
  } else if (kind == UrlKind::local && !url.empty()) {
    out += ": <code>";
    append_text(out, shown);
    out += "</code>";
  }
  out += "</span>";
}

void append_needs_script(std::string& out, std::string_view what, std::string_view source) {
  out += "<div class=\"box\"><p>";
  append_text(out, what);
  out += " needs scripts to be drawn, and this page runs none.</p>";
  append_folded(out, "source", source);
  out += "</div>";
}

void append_folded(std::string& out, std::string_view summary, std::string_view text) {
  out += "<details class=\"source\"><summary>";
  append_text(out, summary);
  out += "</summary><pre>";
  append_text(out, text.substr(0, longest_source));
  if (text.size() > longest_source)
    append_text(out, fmt::format("\n… {} more", size_text(text.size() - longest_source)));
  out += "</pre></details>";
}

std::string size_text(std::size_t bytes) {
  const auto count = static_cast<double>(bytes);
  if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", count / 1e6);
  if (bytes >= 10'000) return fmt::format("{:.0f} kB", count / 1e3);
  return fmt::format("{} bytes", bytes);
}

}  // namespace cloche::rendering
