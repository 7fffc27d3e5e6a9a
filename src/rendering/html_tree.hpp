#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "rendering/html_tokenizer.hpp"

namespace cloche::rendering {

using HtmlNodeIndex = std::uint32_t;
inline constexpr HtmlNodeIndex no_node = 0xFFFFFFFF;

struct HtmlNode {
  /// Of an element: in lower case, but as written inside <svg> and <math>. Empty for text.
  std::string_view name;
  /// Of text, as written. For elements whose inside is no markup (style, script, textarea, …): that inside.
  std::string_view text;
  std::uint32_t first_attribute = 0;
  std::uint32_t attribute_count = 0;
  HtmlNodeIndex parent = no_node;
  HtmlNodeIndex first_child = no_node;
  HtmlNodeIndex last_child = no_node;
  HtmlNodeIndex next_sibling = no_node;
  /// Inside <svg> or <math>.
  bool is_foreign = false;
  /// Text in which entities mean nothing.
  bool is_literal = false;
  /// Opened again after misnested end tags: its id belongs to the first one.
  bool is_continued = false;

  bool is_element() const { return !name.empty(); }
};

/// A fragment of HTML as browsers would understand it: every element is closed and nested as it may be,
/// whatever the source looks like, so that written out it cannot end what stands around it. Nodes view into
/// the source, which must outlive the tree. Building is linear; no element is deeper than `deepest`.
///
/// Where the standard moves content around (text in a table outside of its cells, formatting across blocks),
/// this keeps the order of the source instead.
class HtmlTree {
 public:
  static constexpr std::size_t deepest = 200;

  explicit HtmlTree(std::string_view source);

  static constexpr HtmlNodeIndex root = 0;
  const HtmlNode& operator[](HtmlNodeIndex index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }

  const HtmlAttribute* attributes_begin(const HtmlNode& node) const {
    return attributes_.data() + node.first_attribute;
  }
  const HtmlAttribute* attributes_end(const HtmlNode& node) const {
    return attributes_begin(node) + node.attribute_count;
  }
  /// The attribute's value as written, or nullptr. `name` is in lower case.
  const std::string_view* attribute(const HtmlNode& node, std::string_view name) const;

 private:
  friend class HtmlTreeBuilder;

  std::vector<HtmlNode> nodes_;
  std::vector<HtmlAttribute> attributes_;
  // Names that had to be turned into lower case. A deque, since nodes view into it.
  std::deque<std::string> names_;
};

/// Elements that have neither content nor an end tag (br, img, …).
bool is_void_element(std::string_view name);

/// Elements that a paragraph cannot contain.
bool is_block_element(std::string_view name);

}  // namespace cloche::rendering
