// marimo's elements that arrange or frame others.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/marimo_elements.hpp"
#include "rendering/notes.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

using boost::json::value;

// The element's own parts: one child element each.
std::vector<HtmlNodeIndex> parts(const MarimoElement& element) {
  const HtmlTree& tree = element.writer().tree();
  std::vector<HtmlNodeIndex> result;
  for (HtmlNodeIndex i = element.node().first_child; i != no_node; i = tree[i].next_sibling) {
    if (tree[i].is_element()) result.push_back(i);
  }
  return result;
}

// Accordions and tabs: parts with a title each, that open and close.
void write_sections(const MarimoElement& element, std::string_view labels_attribute, std::string_view kind,
                    bool first_is_open) {
  const DepthGuard frame(element.page().frame_depth);
  std::string& out = element.out();
  out.append("<div class=\"sections ").append(kind).append("\">");
  element.write_label();
  const value labels = element.json(labels_attribute);
  const auto sections = parts(element);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    out += first_is_open && i == 0 ? "<details open><summary>" : "<details><summary>";
    if (labels.is_array() && i < labels.get_array().size()) {
      element.write_inline(plain_text(labels.get_array()[i]));
    } else {
      element.write_text(fmt::format("part {}", i + 1));
    }
    out += "</summary><div class=\"inside\">";
    element.writer().write(element.writer().tree()[sections[i]]);
    out += "</div></details>";
  }
  out += "</div>";
}

void write_accordion(const MarimoElement& element) {
  write_sections(element, "labels", "accordion", false);
}

void write_tabs(const MarimoElement& element) {
  write_sections(element, "tabs", "tabs", true);
}

void write_callout(const MarimoElement& element) {
  const DepthGuard frame(element.page().frame_depth);
  std::string& out = element.out();
  const std::string kind = element.text("kind");
  out += "<div class=\"callout ";
  append_attribute(out, kind.empty() ? "neutral" : kind);
  out += "\" role=\"note\">";
  element.write_label("title", "title");
  append_html(element.page(), element.text("html"));
  out += "</div>";
}

void write_stat(const MarimoElement& element) {
  std::string& out = element.out();
  const std::string direction = element.text("direction");
  std::string target = element.text("target_direction");
  if (target.empty()) target = "increase";
  out += element.flag("bordered") ? "<div class=\"stat bordered\">" : "<div class=\"stat\">";
  element.write_label("label", "name");
  out += "<span class=\"figure\">";
  element.write_inline(element.text("value"));
  out += "</span>";
  const std::string caption = element.text("caption");
  if (!caption.empty() || !direction.empty()) {
    out += direction.empty()     ? "<span class=\"caption\">"
           : direction == target ? "<span class=\"caption good\">"
                                 : "<span class=\"caption bad\">";
    if (!direction.empty()) {
      out += direction == "increase" ? "<span role=\"img\" aria-label=\"up\">▲</span> "
                                     : "<span role=\"img\" aria-label=\"down\">▼</span> ";
    }
    element.write_inline(caption);
    out += "</span>";
  }
  out += "</div>";
}

void write_carousel(const MarimoElement& element) {
  const DepthGuard frame(element.page().frame_depth);
  std::string& out = element.out();
  out += "<ol class=\"slides\">";
  for (const HtmlNodeIndex slide : parts(element)) {
    out += "<li>";
    element.writer().write(element.writer().tree()[slide]);
    out += "</li>";
  }
  out += "</ol>";
}

void write_sidebar(const MarimoElement& element) {
  const DepthGuard frame(element.page().frame_depth);
  element.out() += "<aside class=\"sidebar\" aria-label=\"sidebar\">";
  element.write_children();
  element.out() += "</aside>";
}

void write_menu_items(const MarimoElement& element, const value& items, int depth) {
  std::string& out = element.out();
  if (!items.is_array() || depth > 8) return;
  out += "<ul>";
  for (const value& item : items.get_array()) {
    if (!item.is_object()) continue;
    const auto& entry = item.get_object();
    const std::string_view address = text_member(entry, "href");
    const bool leads = !address.empty() && url_kind(address) != UrlKind::refused && !is_data_url(address);
    out += "<li>";
    if (leads) {
      out += "<a href=\"";
      append_attribute(out, address);
      out += "\">";
    }
    element.write_inline(text_member(entry, "label"));
    if (leads) out += "</a>";
    if (const std::string_view description = text_member(entry, "description"); !description.empty()) {
      out += " <span class=\"faint\">";
      element.write_inline(description);
      out += "</span>";
    }
    if (const value* children = entry.if_contains("items")) write_menu_items(element, *children, depth + 1);
    out += "</li>";
  }
  out += "</ul>";
}

void write_menu(const MarimoElement& element) {
  const bool is_vertical = element.text("orientation") == "vertical";
  element.out() += is_vertical ? "<nav class=\"menu vertical\" aria-label=\"menu\">"
                               : "<nav class=\"menu\" aria-label=\"menu\">";
  write_menu_items(element, element.json("items"), 0);
  element.out() += "</nav>";
}

void write_lazy(const MarimoElement& element) {
  std::string& out = element.out();
  out +=
      "<div class=\"box\"><p>Content that marimo makes when somebody looks at it. It is not part of an "
      "export.</p>";
  element.write_children();
  out += "</div>";
}

void write_progress(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"progress\">";
  element.write_label("title", "title");
  const auto total = element.number("total");
  const auto done = element.number("progress");
  if (total && done && *total > 0) {
    const double share = std::clamp(*done / *total, 0.0, 1.0);
    out += fmt::format(
        "<span class=\"track\" aria-hidden=\"true\"><i style=\"left:0;right:{:.1f}%\"></i></span>",
        (1 - share) * 100);
    out += "<span class=\"value\">";
    element.write_text(fmt::format("{} of {}", *done, *total));
    out += "</span>";
  }
  element.write_label("subtitle", "faint");
  out += "</div>";
}

void write_form(const MarimoElement& element) {
  std::string& out = element.out();
  out += element.flag("bordered") ? "<div class=\"form bordered\">" : "<div class=\"form\">";
  element.write_label();
  element.write_children();
  out += "<div class=\"buttons\"><span class=\"button\">";
  const std::string submit = element.text("submit-button-label");
  element.write_text(submit.empty() ? "Submit" : submit);
  out += "</span>";
  if (element.flag("show-clear-button")) {
    out += "<span class=\"button\">";
    element.write_text(element.text("clear-button-label"));
    out += "</span>";
  }
  out += "</div></div>";
}

// Arrays, dictionaries and batches of elements: the elements are inside. A tree of them has the label as its
// name too.
void write_group(const MarimoElement& element) {
  const HtmlTree& tree = element.writer().tree();
  const auto inside = parts(element);
  const bool is_tree = !inside.empty() && tree[inside[0]].name == "marimo-json-output";
  element.out() += "<div class=\"group\">";
  if (!is_tree) element.write_label();
  element.write_children();
  element.out() += "</div>";
}

void write_mermaid(const MarimoElement& element) {
  element.out() += "<figure class=\"diagram\"><pre>";
  element.write_text(element.text("diagram"));
  element.out() +=
      "</pre><figcaption>A Mermaid diagram, as its source: drawing it needs a script.</figcaption></figure>";
}

void write_comparison(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"comparison\">";
  for (const std::string_view side : {"before", "after"}) {
    const std::string url = element.text(std::string(side) + "-src");
    out += "<figure>";
    if (url_kind(url) == UrlKind::embedded) {
      out += "<img alt=\"";
      append_attribute(out, side);
      out += "\" src=\"";
      append_attribute(out, url);
      out += "\">";
    } else {
      append_absent(out, "image", url, side);
    }
    out += "<figcaption>";
    element.write_text(side);
    out += "</figcaption></figure>";
  }
  out += "</div>";
}

// The page has its own list of contents; this one stands where the author put it.
void write_outline(const MarimoElement& element) {
  element.page().outline_places.push_back(element.out().size());
}

void write_chat(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"box chat\">";
  element.write_label();
  const value state = element.json("initial-value");
  const value* messages = state.is_object() ? state.get_object().if_contains("messages") : nullptr;
  if (messages == nullptr || !messages->is_array() || messages->get_array().empty()) {
    out += "<p class=\"faint\">A chat without messages</p>";
  } else {
    for (const value& message : messages->get_array()) {
      if (!message.is_object()) continue;
      out += "<p><strong>";
      element.write_text(text_member(message.get_object(), "role"));
      out += "</strong> ";
      element.write_text(text_member(message.get_object(), "content"));
      out += "</p>";
    }
  }
  out += "</div>";
}

using Write = void (*)(const MarimoElement&);

constexpr std::array<std::pair<std::string_view, Write>, 16> layouts = {{
    {"marimo-accordion", write_accordion},
    {"marimo-tabs", write_tabs},
    {"marimo-callout-output", write_callout},
    {"marimo-stat", write_stat},
    {"marimo-carousel", write_carousel},
    {"marimo-sidebar", write_sidebar},
    {"marimo-nav-menu", write_menu},
    {"marimo-lazy", write_lazy},
    {"marimo-progress", write_progress},
    {"marimo-form", write_form},
    {"marimo-dict", write_group},
    {"marimo-mermaid", write_mermaid},
    {"marimo-image-comparison", write_comparison},
    {"marimo-outline", write_outline},
    {"marimo-chatbot", write_chat},
    {"marimo-routes", write_group},
}};

}  // namespace

bool write_marimo_layout(const MarimoElement& element) {
  const auto* found = std::find_if(layouts.begin(), layouts.end(),
                                   [&](const auto& entry) { return entry.first == element.name(); });
  if (found == layouts.end()) return false;
  found->second(element);
  return true;
}

}  // namespace cloche::rendering
