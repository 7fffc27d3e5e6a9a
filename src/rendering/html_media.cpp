// The part of HtmlWriter that writes pictures, sound, films and pages in the page.
#include <cstddef>

#include "rendering/escape.hpp"
#include "rendering/html_writer.hpp"
#include "rendering/notes.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

bool brings_styles(std::string_view document) {
  return lower_case(document).find("<style") != std::string::npos;
}

}  // namespace

// Pictures, sound and films are shown when they are in the page, and named when they are not.
void HtmlWriter::write_media(const HtmlNode& node) {
  const std::string_view* source = tree_.attribute(node, node.name == "object" ? "data" : "src");
  const std::string url = source == nullptr ? std::string() : decode_entities(*source);
  const UrlKind kind = source == nullptr ? UrlKind::local : url_kind(url);
  if (node.name == "img" && kind == UrlKind::embedded) {
    write_plain_element(node, "img", tree_.attribute(node, "alt") == nullptr ? R"( alt="")" : "");
    return;
  }
  if ((node.name == "video" || node.name == "audio") && (kind == UrlKind::embedded || source == nullptr)) {
    write_plain_element(node, node.name);
    return;
  }
  is_visible_ = true;
  const std::string_view* alternative = tree_.attribute(node, "alt");
  const std::string_view what = node.name == "img" ? "image" : node.name == "object" ? "object" : node.name;
  append_absent(page_.out, what, url, alternative == nullptr ? std::string() : decode_entities(*alternative));
  if (node.name == "object") write_children(node);
}

// A page in the page keeps what it shows without scripts, in a frame of its own.
void HtmlWriter::write_frame(const HtmlNode& node) {
  std::string& out = page_.out;
  is_visible_ = true;
  const std::string_view* inside = tree_.attribute(node, "srcdoc");
  if (inside == nullptr) {
    const std::string_view* source = tree_.attribute(node, "src");
    append_absent(out, "embedded page", source == nullptr ? std::string() : decode_entities(*source), {});
    return;
  }
  const std::string document = decode_entities(*inside);
  if (!brings_styles(document)) {
    // Nothing in it needs a document of its own, and a frame would not know how high it has to be.
    const DepthGuard guard(page_.frame_depth);
    const std::size_t before = out.size();
    out += "<div class=\"framed\">";
    const bool is_visible = append_html(page_, document);
    out += "</div>";
    if (!is_visible) {
      out.resize(before);
      append_needs_script(out, "An embedded page", document);
    }
    return;
  }
  Page frame;
  frame.fragment_depth = page_.fragment_depth + 1;
  if (!append_html(frame, document)) {
    append_needs_script(out, "An embedded page", document);
    return;
  }
  out += "<iframe sandbox=\"\" title=\"embedded page\"";
  write_attributes(node);
  out += " srcdoc=\"";
  append_attribute(
      out,
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">"
      "<style>body{font:15px/1.5 system-ui,sans-serif;margin:8px}</style>");
  append_attribute(out, frame.out);
  out += "\"></iframe>";
}

}  // namespace cloche::rendering
