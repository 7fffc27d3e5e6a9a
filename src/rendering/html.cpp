#include "rendering/html.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "rendering/assets.hpp"
#include "rendering/cell_view.hpp"
#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/page.hpp"
#include "rendering/page_head.hpp"

namespace cloche::rendering {
namespace {

using notebook::Notebook;

std::string option_text(const Notebook& notebook, std::string_view name) {
  const std::string* option = notebook.option(name);
  if (option == nullptr) return {};
  const auto value = parse_json(*option);
  return value && value->is_string() ? std::string(std::string_view(value->get_string())) : std::string();
}

std::string stem(std::string_view file_name) {
  file_name = file_name.substr(file_name.find_last_of('/') + 1);
  const std::size_t dot = file_name.find_last_of('.');
  return std::string(dot == 0 ? file_name : file_name.substr(0, dot));
}

std::string_view width_class(std::string_view width) {
  for (const std::string_view known : {"medium", "full", "columns"}) {
    if (width == known) return known;
  }
  return "compact";
}

std::string sha256_base64(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::array<unsigned char, std::size_t{2} * EVP_MAX_MD_SIZE> encoded{};
  const int length = EVP_EncodeBlock(encoded.data(), digest.data(), static_cast<int>(size));
  return {encoded.begin(), encoded.begin() + length};
}

// Beyond what the writing of fragments leaves out, the page itself forbids browsers to load or to run
// anything.
std::string content_security_policy() {
  return fmt::format(
      "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; "
      "script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
      sha256_base64(page_js()));
}

void append_list(std::string& out, const Outline& outline) {
  for (const Outline::Entry& entry : outline.entries()) {
    if (!entry.is_listed || entry.level > 4) continue;
    out += fmt::format("<li class=\"level-{}\"><a href=\"#", entry.level);
    append_attribute(out, entry.id);
    out += "\">";
    append_text(out, entry.text);
    out += "</a></li>";
  }
}

void append_contents(std::string& out, const Outline& outline, const std::vector<Failure>& failures) {
  const auto listed = std::count_if(outline.entries().begin(), outline.entries().end(),
                                    [](const Outline::Entry& entry) { return entry.is_listed; });
  if (listed < 2) return;
  out += "<nav class=\"contents\" aria-label=\"Contents\"><ul>";
  append_list(out, outline);
  if (!failures.empty()) {
    out += "<li class=\"level-2\"><a class=\"bad\" href=\"#";
    append_attribute(out, failures[0].second);
    out.append("\">").append(failures_text(failures.size())).append("</a></li>");
  }
  out += "</ul></nav>\n";
}

// Cells stand beside each other in columns: a cell without one belongs to the column before it.
void append_cells(Page& page, const Notebook& notebook, const HtmlOptions& options, bool in_columns,
                  const std::vector<std::string>& identifiers) {
  int column = -1;
  for (std::size_t i = 0; i < notebook.cells.size(); ++i) {
    const int wanted = std::max(notebook.cells[i].options.column.value_or(column), 0);
    if (in_columns && wanted != column) {
      page.out += column < 0 ? "<div class=\"column\">" : "</div><div class=\"column\">";
      column = wanted;
    }
    append_cell(page, notebook, notebook.cells[i], identifiers[i], options);
  }
  if (in_columns && column >= 0) page.out += "</div>";
}

void append_body(std::string& out, const Page& page) {
  std::size_t kept = 0;
  for (const std::size_t place : page.outline_places) {
    if (place > page.out.size()) continue;
    out.append(page.out, kept, place - kept).append("<ul class=\"outline\">");
    append_list(out, page.outline);
    out += "</ul>";
    kept = place;
  }
  out.append(page.out, kept);
}

}  // namespace

std::string render_html(const Notebook& notebook, const HtmlOptions& options) {
  Page page;
  page.outline = Outline(valid_utf8(option_text(notebook, "app_title")));
  page.identifiers.unique("content");
  std::vector<std::string> identifiers;
  std::vector<Failure> failures;
  for (const notebook::Cell& cell : notebook.cells) {
    identifiers.push_back(page.identifiers.unique("cell-" + valid_utf8(cell.id)));
    if (has_failed(cell)) failures.emplace_back(identifiers.size(), identifiers.back());
  }
  const std::string_view width = width_class(option_text(notebook, "width"));
  append_cells(page, notebook, options, width == "columns", identifiers);

  std::string title = page.outline.title();
  if (title.empty()) title = stem(options.file_name);
  if (title.empty()) title = "Notebook";

  std::string out;
  out.reserve(page.out.size() + page_css().size() + page_js().size() + 8192);
  out +=
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"";
  append_attribute(out, content_security_policy());
  out +=
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" "
      "content=\"cloche " CLOCHE_VERSION "\">\n<title>";
  append_text(out, title);
  out.append("</title>\n<style>\n").append(page_css()).append("</style>\n</head>\n");
  out += fmt::format(
      "<body class=\"width-{}\">\n<a class=\"skip\" href=\"#content\">Skip to the notebook</a>\n", width);
  out += "<div class=\"sheet\">\n";
  append_contents(out, page.outline, failures);
  out += "<main id=\"content\">\n";
  append_page_head(out, notebook, options, title, page.title_identifier, failures);
  out += width == "columns" ? "<div class=\"columns\">\n" : "<div class=\"cells\">\n";
  append_body(out, page);
  out += "</div>\n<footer>Exported by cloche";
  if (!options.file_name.empty()) {
    out += " from ";
    append_text(out, options.file_name);
  }
  out.append(". This page needs no network.</footer>\n</main>\n</div>\n<script>").append(page_js());
  out += "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace cloche::rendering
