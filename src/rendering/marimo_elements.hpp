#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

#include "rendering/html_writer.hpp"

namespace cloche::rendering {

/// Writes one of marimo's elements (`marimo-slider`, `marimo-tabs`, …) as plain HTML that shows what it
/// shows. One that is not known is a box with its name, label and value.
void write_marimo_element(HtmlWriter& writer, const HtmlNode& node);

/// Whether the element takes a block of its own, as opposed to standing in a line.
bool is_block_marimo_element(std::string_view name);

/// The inside of `<marimo-tex>`: TeX, and whether it is set off from the text.
struct FormulaSource {
  std::string tex;
  bool is_display = false;
};
FormulaSource formula_source(const HtmlTree& tree, const HtmlNode& node);

/// One of marimo's elements while it is written: access to its attributes, which are JSON.
class MarimoElement {
 public:
  MarimoElement(HtmlWriter& writer, const HtmlNode& node) : writer_(writer), node_(node) {}

  HtmlWriter& writer() const { return writer_; }
  const HtmlNode& node() const { return node_; }
  Page& page() const { return writer_.page(); }
  std::string& out() const { return writer_.page().out; }
  std::string_view name() const { return node_.name; }

  /// The attribute `data-NAME` as a JSON value; null when it is absent or no JSON.
  boost::json::value json(std::string_view name) const;
  /// The same as text: strings as they are, null as nothing.
  std::string text(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;

  void write_children() const { writer_.write_children(node_); }
  /// `data-label` and the like: HTML inside of a line, in an element with this class; nothing when empty.
  void write_label(std::string_view attribute = "label", std::string_view element_class = "name") const;
  /// HTML inside of a line.
  void write_inline(std::string_view html) const { append_html(page(), html, FragmentKind::label); }
  void write_text(std::string_view text) const;

 private:
  HtmlWriter& writer_;
  const HtmlNode& node_;
};

// The three families. Each returns false when the element is none of its own.
bool write_marimo_control(const MarimoElement& element);
bool write_marimo_layout(const MarimoElement& element);
bool write_marimo_data(const MarimoElement& element);

}  // namespace cloche::rendering
