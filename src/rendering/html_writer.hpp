#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rendering/html_fragment.hpp"
#include "rendering/html_tree.hpp"
#include "rendering/page.hpp"

namespace cloche::rendering {

/// Writes one parsed fragment into a page. What it keeps, changes and drops is said in docs/page.md.
class HtmlWriter {
 public:
  HtmlWriter(Page& page, const HtmlTree& tree, FragmentKind kind);

  void write_children(const HtmlNode& node);
  void write(const HtmlNode& node);

  Page& page() { return page_; }
  const HtmlTree& tree() const { return tree_; }
  FragmentKind kind() const { return kind_; }
  /// Says that something visible was written.
  void mark_visible() { is_visible_ = true; }
  bool is_visible() const { return is_visible_; }

 private:
  void collect_identifiers();
  std::string mapped(std::string_view id) const;

  void write_text(const HtmlNode& node);
  void write_element(const HtmlNode& node);
  void write_plain_element(const HtmlNode& node, std::string_view name, std::string_view extra = {});
  void write_attributes(const HtmlNode& node);
  void write_attribute(const HtmlNode& node, const HtmlAttribute& attribute, std::string_view name);
  bool write_special(const HtmlNode& node);
  void write_style(const HtmlNode& node);
  void write_heading(const HtmlNode& node);
  void write_paragraph(const HtmlNode& node);
  void write_media(const HtmlNode& node);
  void write_frame(const HtmlNode& node);
  void write_table(const HtmlNode& node);
  void write_cell(const HtmlNode& node);
  bool holds_blocks(const HtmlNode& node) const;

  Page& page_;
  const HtmlTree& tree_;
  FragmentKind kind_;
  bool is_visible_ = false;
  std::unordered_map<std::string_view, std::string> identifiers_;
  // Of the data frame that is being written: which columns hold numbers.
  std::vector<bool> numeric_columns_;
  std::size_t column_ = 0;
};

/// Whether a name of an element or attribute can be written without being taken for something else.
bool is_safe_html_name(std::string_view name);

/// The text below a node, entities decoded, runs of blanks as one.
std::string text_of(const HtmlTree& tree, const HtmlNode& node);

}  // namespace cloche::rendering
