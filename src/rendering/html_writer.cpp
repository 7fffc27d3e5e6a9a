#include "rendering/html_writer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include "rendering/escape.hpp"
#include "rendering/marimo_elements.hpp"
#include "rendering/notes.hpp"
#include "rendering/numeric_columns.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_in(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f") == std::string_view::npos;
}

bool has_class(const HtmlTree& tree, const HtmlNode& node, std::string_view wanted) {
  const std::string_view* classes = tree.attribute(node, "class");
  if (classes == nullptr) return false;
  std::string_view rest = *classes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == wanted) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// What is visible although it has no text.
bool is_visible_element(std::string_view name) {
  return is_in(name, {"img", "svg", "math", "hr", "input", "video", "audio", "canvas", "meter", "progress",
                      "select", "textarea"});
}

}  // namespace

bool is_safe_html_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == ':' || c == '.';
  });
}

std::string text_of(const HtmlTree& tree, const HtmlNode& node) {
  std::string text;
  const auto gather = [&](const auto& self, const HtmlNode& parent) -> void {
    for (HtmlNodeIndex i = parent.first_child; i != no_node; i = tree[i].next_sibling) {
      const HtmlNode& child = tree[i];
      if (!child.is_element()) {
        text += child.is_literal ? std::string(child.text) : decode_entities(child.text);
      } else if (child.name == "marimo-tex") {
        text += formula_source(tree, child).tex;
      } else if (!is_in(child.name, {"script", "style", "title", "template"})) {
        if (child.name == "br" || is_block_element(child.name)) text += ' ';
        self(self, child);
      }
    }
  };
  gather(gather, node);
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

HtmlWriter::HtmlWriter(Page& page, const HtmlTree& tree, FragmentKind kind)
    : page_(page), tree_(tree), kind_(kind) {
  collect_identifiers();
}

void HtmlWriter::collect_identifiers() {
  for (HtmlNodeIndex i = 1; i < tree_.size(); ++i) {
    const HtmlNode& node = tree_[i];
    if (node.attribute_count == 0 || node.is_continued) continue;
    const std::string_view* id = tree_.attribute(node, "id");
    if (id != nullptr && !id->empty() && !identifiers_.contains(*id)) {
      identifiers_.emplace(*id, page_.identifiers.unique(valid_utf8(decode_entities(*id))));
    }
  }
}

std::string HtmlWriter::mapped(std::string_view id) const {
  const auto found = identifiers_.find(id);
  return found == identifiers_.end() ? std::string(id) : found->second;
}

void HtmlWriter::write_children(const HtmlNode& node) {
  for (HtmlNodeIndex i = node.first_child; i != no_node; i = tree_[i].next_sibling) write(tree_[i]);
}

void HtmlWriter::write(const HtmlNode& node) {
  if (node.is_element()) {
    write_element(node);
  } else {
    write_text(node);
  }
}

void HtmlWriter::write_text(const HtmlNode& node) {
  if (!is_visible_ && !is_blank(node.text)) is_visible_ = true;
  if (node.is_literal) {
    append_text(page_.out, node.text);
  } else {
    append_markup_text(page_.out, node.text);
  }
}

void HtmlWriter::write_element(const HtmlNode& node) {
  if (is_visible_element(node.name)) is_visible_ = true;
  if (node.is_foreign) {
    if (is_in(node.name, {"script", "handler", "listener"})) return;
    if (node.name == "animate" || node.name == "set") {
      // Could turn a harmless link into another one after a moment.
      const std::string_view* target = tree_.attribute(node, "attributename");
      if (target != nullptr && lower_case(*target).find("href") != std::string::npos) return;
    }
    write_plain_element(node, node.name);
    return;
  }
  if (!write_special(node)) write_plain_element(node, node.name);
}

void HtmlWriter::write_plain_element(const HtmlNode& node, std::string_view name, std::string_view extra) {
  std::string& out = page_.out;
  if (!is_safe_html_name(name)) name = "span";
  out.append("<").append(name).append(extra);
  write_attributes(node);
  out += '>';
  if (!node.is_foreign && is_void_element(name)) return;
  // The parser of browsers drops one line end here, and ours has kept it.
  if ((name == "pre" || name == "textarea") && node.first_child != no_node &&
      tree_[node.first_child].text.starts_with('\n')) {
    out += '\n';
  }
  write_children(node);
  out.append("</").append(name).append(">");
}

// Elements of HTML that are not simply handed on.
bool HtmlWriter::write_special(const HtmlNode& node) {
  const std::string_view name = node.name;
  if (is_in(name, {"script", "title", "template", "base", "meta", "link", "param", "frame", "frameset",
                   "noembed", "noframes", "embed", "bgsound", "iconify-icon"})) {
    return true;
  }
  if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
    write_heading(node);
  } else if (is_in(name, {"noscript", "portal", "fencedframe"})) {
    write_children(node);
  } else if (name == "style") {
    write_style(node);
  } else if (name == "form") {
    write_plain_element(node, "div");
  } else if (name == "xmp") {
    page_.out += "<pre>";
    write_text(node);
    page_.out += "</pre>";
  } else if (name == "textarea") {
    page_.out += "<textarea readonly";
    write_attributes(node);
    page_.out += ">\n";
    write_text(node);
    page_.out += "</textarea>";
  } else if (name == "p" || (name == "span" && has_class(tree_, node, "paragraph"))) {
    write_paragraph(node);
  } else if (is_in(name, {"img", "video", "audio", "object"})) {
    write_media(node);
  } else if (kind_ == FragmentKind::label && name == "span" && has_class(tree_, node, "markdown")) {
    write_children(node);
  } else if (name == "iframe") {
    write_frame(node);
  } else if (name == "table") {
    write_table(node);
  } else if (name == "td" || name == "th") {
    write_cell(node);
  } else if (name == "tr") {
    column_ = 0;
    write_plain_element(node, name);
  } else if (name.starts_with("marimo-")) {
    write_marimo_element(*this, node);
  } else {
    return false;
  }
  return true;
}

void HtmlWriter::write_heading(const HtmlNode& node) {
  std::string& out = page_.out;
  if (kind_ == FragmentKind::label) {
    out += "<strong>";
    write_children(node);
    out += "</strong>";
    return;
  }
  std::string text = valid_utf8(text_of(tree_, node));
  if (page_.outline.takes_as_title(text, !page_.has_shown_output && !is_visible_)) {
    page_.title_identifier =
        tree_.attribute(node, "id") != nullptr ? mapped(*tree_.attribute(node, "id")) : std::string();
    return;
  }
  const std::string_view* given = tree_.attribute(node, "id");
  const std::string id = given != nullptr && !given->empty() && !node.is_continued
                             ? mapped(*given)
                             : page_.identifiers.unique(slug(text));
  const bool is_listed = page_.frame_depth == 0 && !text.empty();
  const int level = page_.outline.add(node.name[1] - '0', id, std::move(text), is_listed);
  const std::string name = "h" + std::to_string(level);
  out.append("<").append(name);
  if (given == nullptr || given->empty() || node.is_continued) {
    out += " id=\"";
    append_attribute(out, id);
    out += '"';
  }
  write_attributes(node);
  out += '>';
  write_children(node);
  out.append("</").append(name).append(">");
}

// marimo's paragraphs are spans, since there may be anything in them.
void HtmlWriter::write_paragraph(const HtmlNode& node) {
  if (kind_ == FragmentKind::label) {
    write_children(node);
  } else if (holds_blocks(node)) {
    write_plain_element(node, "div", node.name == "p" ? R"( class="paragraph")" : "");
  } else {
    write_plain_element(node, "p");
  }
}

bool HtmlWriter::holds_blocks(const HtmlNode& node) const {
  for (HtmlNodeIndex i = node.first_child; i != no_node; i = tree_[i].next_sibling) {
    const HtmlNode& child = tree_[i];
    if (!child.is_element() || child.is_foreign) continue;
    if (is_block_element(child.name) || is_block_marimo_element(child.name) || child.name == "iframe")
      return true;
    if (holds_blocks(child)) return true;
  }
  return false;
}

void HtmlWriter::write_table(const HtmlNode& node) {
  std::vector<bool> outer = std::move(numeric_columns_);
  numeric_columns_ = has_class(tree_, node, "dataframe") ? numeric_columns(tree_, node) : std::vector<bool>();
  const bool is_boxed = kind_ == FragmentKind::block;
  if (is_boxed) page_.out += "<div class=\"table\">";
  write_plain_element(node, "table");
  if (is_boxed) page_.out += "</div>";
  numeric_columns_ = std::move(outer);
}

void HtmlWriter::write_cell(const HtmlNode& node) {
  const std::size_t column = column_++;
  const bool is_known = column < numeric_columns_.size();
  const bool has_own = tree_.attribute(node, "class") != nullptr || tree_.attribute(node, "style") != nullptr;
  write_plain_element(node, node.name,
                      !is_known || has_own       ? ""
                      : numeric_columns_[column] ? R"( class="number")"
                                                 : R"( class="text")");
}

bool append_html(Page& page, std::string_view html, FragmentKind kind) {
  if (page.fragment_depth >= deepest_fragment) {
    page.out += "<code>";
    append_text(page.out, html);
    page.out += "</code>";
    return true;
  }
  const DepthGuard guard(page.fragment_depth);
  const HtmlTree tree(html);
  HtmlWriter writer(page, tree, kind);
  writer.write_children(tree[HtmlTree::root]);
  return writer.is_visible();
}

std::string text_of_html(std::string_view html) {
  const HtmlTree tree(html);
  return text_of(tree, tree[HtmlTree::root]);
}

}  // namespace cloche::rendering
