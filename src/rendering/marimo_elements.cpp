#include "rendering/marimo_elements.hpp"

#include <algorithm>
#include <array>

#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/notes.hpp"

namespace cloche::rendering {
namespace {

void write_formula(const MarimoElement& element) {
  const FormulaSource formula = formula_source(element.writer().tree(), element.node());
  element.page().formulas.append(element.out(), formula.tex, formula.is_display);
}

// Elements of widgets and of marimo versions that we don't know.
void write_unknown(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"box\">";
  element.write_label();
  const std::string value = element.text("initial-value");
  out += "<p>Interactive: <code>";
  element.write_text(element.name().substr(element.name().find('-') + 1));
  out += "</code>";
  if (!value.empty() && value != "{}" && value != "[]") {
    out += ", value <code>";
    element.write_text(value.substr(0, 500));
    out += "</code>";
  }
  out += "</p>";
  element.write_children();
  out += "</div>";
}

}  // namespace

boost::json::value MarimoElement::json(std::string_view name) const {
  const std::string attribute = "data-" + std::string(name);
  const std::string_view* raw = writer_.tree().attribute(node_, attribute);
  if (raw == nullptr) return nullptr;
  auto parsed = parse_json(decode_entities(*raw));
  return parsed ? std::move(*parsed) : boost::json::value(nullptr);
}

std::string MarimoElement::text(std::string_view name) const {
  const boost::json::value value = json(name);
  return value.is_null() ? std::string() : plain_text(value);
}

bool MarimoElement::flag(std::string_view name) const {
  const boost::json::value value = json(name);
  return value.is_bool() && value.get_bool();
}

std::optional<double> MarimoElement::number(std::string_view name) const {
  const boost::json::value value = json(name);
  return value.is_number() ? std::optional(value.to_number<double>()) : std::nullopt;
}

void MarimoElement::write_label(std::string_view attribute, std::string_view element_class) const {
  const std::string label = text(attribute);
  if (label.empty()) return;
  out().append("<span class=\"").append(element_class).append("\">");
  write_inline(label);
  out() += "</span>";
}

void MarimoElement::write_text(std::string_view text) const {
  append_text(out(), text);
}

FormulaSource formula_source(const HtmlTree& tree, const HtmlNode& node) {
  FormulaSource result;
  for (HtmlNodeIndex i = node.first_child; i != no_node; i = tree[i].next_sibling) {
    result.tex += decode_entities(tree[i].text);
  }
  std::string_view tex = result.tex;
  const auto trim = [&tex] {
    while (!tex.empty() && static_cast<unsigned char>(tex.front()) <= ' ') tex.remove_prefix(1);
    while (!tex.empty() && static_cast<unsigned char>(tex.back()) <= ' ') tex.remove_suffix(1);
  };
  trim();
  // ||(inline||), ||[display||]; one inside of the other is display.
  for (int depth = 0; tex.size() >= 6 && tex.starts_with("||") && (tex[2] == '(' || tex[2] == '['); ++depth) {
    const std::string_view close = tex[2] == '(' ? "||)" : "||]";
    if (!tex.ends_with(close)) break;
    result.is_display = result.is_display || tex[2] == '[' || depth > 0;
    tex = tex.substr(3, tex.size() - 6);
    trim();
  }
  result.tex = std::string(tex);
  return result;
}

bool is_block_marimo_element(std::string_view name) {
  if (!name.starts_with("marimo-")) return false;
  static constexpr std::array<std::string_view, 22> inline_elements = {
      "marimo-ui-element", "marimo-tex",         "marimo-slider",     "marimo-range-slider",
      "marimo-dropdown",   "marimo-multiselect", "marimo-radio",      "marimo-checkbox",
      "marimo-switch",     "marimo-text",        "marimo-number",     "marimo-date",
      "marimo-datetime",   "marimo-date-range",  "marimo-button",     "marimo-refresh",
      "marimo-download",   "marimo-file",        "marimo-microphone", "marimo-file-browser",
      "marimo-outline",    "marimo-anchor"};
  return std::find(inline_elements.begin(), inline_elements.end(), name) == inline_elements.end();
}

void write_marimo_element(HtmlWriter& writer, const HtmlNode& node) {
  const MarimoElement element(writer, node);
  if (node.name == "marimo-ui-element") {
    element.write_children();
    return;
  }
  writer.mark_visible();
  if (node.name == "marimo-tex") {
    write_formula(element);
  } else if (!write_marimo_control(element) && !write_marimo_layout(element) && !write_marimo_data(element)) {
    write_unknown(element);
  }
}

}  // namespace cloche::rendering
