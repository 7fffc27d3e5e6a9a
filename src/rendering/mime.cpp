#include "rendering/mime.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "rendering/charts.hpp"
#include "rendering/csv.hpp"
#include "rendering/escape.hpp"
#include "rendering/html_fragment.hpp"
#include "rendering/html_tokenizer.hpp"
#include "rendering/json.hpp"
#include "rendering/json_tree.hpp"
#include "rendering/latex.hpp"
#include "rendering/markdown.hpp"
#include "rendering/notes.hpp"
#include "rendering/terminal.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

constexpr std::string_view mime_bundle = "application/vnd.marimo+mimebundle";

bool is_chart(std::string_view type) {
  return type.starts_with("application/vnd.vega") || type.starts_with("application/vnd.plotly");
}

bool is_json(std::string_view type) {
  return type == "application/json" || type.ends_with("+json");
}

// HTML of which only a front end or a script makes something.
bool needs_front_end(std::string_view html) {
  constexpr std::array<std::string_view, 9> marks = {"<script",
                                                     "<marimo-table",
                                                     "<marimo-vega",
                                                     "<marimo-plotly",
                                                     "<marimo-dataframe",
                                                     "<marimo-anywidget",
                                                     "<marimo-data-editor",
                                                     "<marimo-data-explorer",
                                                     "<iframe"};
  return std::any_of(marks.begin(), marks.end(),
                     [html](std::string_view mark) { return html.find(mark) != std::string_view::npos; });
}

int rank(std::string_view type, std::string_view data) {
  if (type == "text/markdown") return 85;
  if (type == "text/html") return needs_front_end(data) ? 45 : 80;
  if (type.starts_with("image/")) return 75;
  if (type == "text/latex") return 70;
  if (type.starts_with("video/") || type.starts_with("audio/")) return 65;
  if (type == "text/csv") return 60;
  if (type == "application/json") return 55;
  if (is_chart(type)) return 50;
  if (type == "text/plain") return 40;
  if (type == mime_bundle) return 85;
  return 10;
}

struct ImageSize {
  std::optional<double> width;
  std::optional<double> height;
};

// What matplotlib's formatter says about its pictures, in CSS pixels.
ImageSize image_size(std::string_view metadata, std::string_view type) {
  if (metadata.empty()) return {};
  const auto parsed = parse_json(metadata);
  if (!parsed || !parsed->is_object()) return {};
  const auto* entry = parsed->get_object().if_contains(type);
  if (entry == nullptr || !entry->is_object()) return {};
  const auto side = [&](std::string_view name) -> std::optional<double> {
    const auto* value = entry->get_object().if_contains(name);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    const double number = value->to_number<double>();
    return number >= 1 && number <= 100'000 ? std::optional(number) : std::nullopt;
  };
  return {side("width"), side("height")};
}

void append_image(Page& page, std::string_view type, std::string_view data, const ImageSize& size) {
  std::string& out = page.out;
  out += "<img alt=\"";
  out += size.width || size.height ? "figure" : "image";
  out += '"';
  if (size.width) out += fmt::format(" width=\"{:.0f}\"", *size.width);
  if (size.height) out += fmt::format(" height=\"{:.0f}\"", *size.height);
  out += " src=\"";
  if (is_data_url(data)) {
    append_attribute(out, data);
  } else if (type == "image/svg+xml") {
    // As a picture of its own it can neither run scripts nor load anything, and its ids and styles stay
    // inside.
    out += "data:image/svg+xml,";
    append_url_encoded(out, data);
  } else {
    out += "data:";
    append_attribute(out, type);
    out += ";base64,";
    // Jupyter breaks base64 into lines.
    while (!data.empty()) {
      const std::size_t end = std::min(data.find('\n'), data.size());
      append_attribute(out, data.substr(0, end));
      data.remove_prefix(std::min(end + 1, data.size()));
    }
  }
  out += "\">";
}

void append_media(Page& page, std::string_view element, std::string_view type, std::string_view data) {
  std::string& out = page.out;
  out.append("<").append(element).append(" controls src=\"");
  if (!is_data_url(data)) {
    out += "data:";
    append_attribute(out, type);
    out += ";base64,";
  }
  append_attribute(out, data);
  out.append("\"></").append(element).append(">");
}

bool append_plain(Page& page, std::string_view text) {
  if (text.empty()) return false;
  page.out += "<pre class=\"plain\">";
  append_terminal_text(page.out, text);
  page.out += "</pre>";
  return true;
}

bool append_page_html(Page& page, std::string_view html) {
  if (append_html(page, html)) return true;
  if (html.find("<script") == std::string_view::npos) return false;
  append_needs_script(page.out, "This output", html);
  return true;
}

bool append_json(Page& page, std::string_view type, std::string_view data) {
  const auto value = parse_json(data);
  if (!value) return append_plain(page, data);
  append_json_tree(page, *value, type == "application/json" ? JsonLeaves::python : JsonLeaves::plain);
  return true;
}

// A value's own bundle: an object of MIME types, with `__metadata__` beside them.
bool append_marimo_bundle(Page& page, std::string_view data) {
  const auto parsed = parse_json(data);
  if (!parsed || !parsed->is_object()) return append_plain(page, data);
  notebook::MimeBundle bundle;
  std::string metadata;
  for (const auto& member : parsed->get_object()) {
    std::string text = member.value().is_string() ? std::string(std::string_view(member.value().get_string()))
                                                  : boost::json::serialize(member.value());
    if (member.key() == "__metadata__") {
      metadata = std::move(text);
    } else {
      bundle.push_back({std::string(std::string_view(member.key())), std::move(text)});
    }
  }
  return append_bundle(page, bundle, metadata);
}

void append_unknown(Page& page, std::string_view type, std::string_view data) {
  page.out += "<div class=\"box\"><p>A value of type <code>";
  append_text(page.out, type);
  page.out += fmt::format("</code>, {}, which a static page cannot show.</p>", size_text(data.size()));
  if (is_json(type)) append_folded(page.out, "source", data);
  page.out += "</div>";
}

bool append_sized(Page& page, std::string_view type, std::string_view data, std::string_view metadata) {
  if (type.starts_with("image/")) {
    append_image(page, type, data, image_size(metadata, type));
    return true;
  }
  return append_mime(page, type, data);
}

}  // namespace

bool append_mime(Page& page, std::string_view type, std::string_view data) {
  if (page.fragment_depth >= deepest_fragment) return append_plain(page, data);
  const DepthGuard guard(page.fragment_depth);
  // "text/html; charset=utf-8"
  type = type.substr(0, type.find(';'));
  if (type == "text/html" || type == "application/vnd.marimo+traceback") return append_page_html(page, data);
  if (type == "text/plain" || type.empty()) return append_plain(page, data);
  if (type == "text/markdown") {
    // marimo's own is HTML already.
    if (data.starts_with("<span class=\"markdown")) return append_page_html(page, data);
    append_markdown(page, data);
  } else if (type == "text/latex") {
    append_latex(page, data);
  } else if (type == "text/csv") {
    append_csv(page.out, data);
  } else if (type == "text/password") {
    page.out += "<code>••••••••</code>";
  } else if (type == mime_bundle) {
    return append_marimo_bundle(page, data);
  } else if (type.starts_with("image/")) {
    append_image(page, type, data, {});
  } else if (type.starts_with("video/")) {
    append_media(page, "video", type, data);
  } else if (type.starts_with("audio/")) {
    append_media(page, "audio", type, data);
  } else if (is_chart(type)) {
    append_chart(page, data);
  } else if (type == "application/json") {
    return append_json(page, type, data);
  } else if (type.starts_with("text/")) {
    return append_plain(page, data);
  } else {
    append_unknown(page, type, data);
  }
  return true;
}

bool append_bundle(Page& page, const notebook::MimeBundle& bundle, std::string_view metadata) {
  const notebook::MimeData* best = nullptr;
  int best_rank = -1;
  for (const notebook::MimeData& candidate : bundle) {
    const int its_rank = rank(candidate.type, candidate.data);
    if (its_rank > best_rank) {
      best = &candidate;
      best_rank = its_rank;
    }
  }
  return best != nullptr && append_sized(page, best->type, best->data, metadata);
}

}  // namespace cloche::rendering
