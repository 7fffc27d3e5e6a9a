// The part of HtmlWriter that writes attributes and style sheets: what may load, run or collide.
#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "rendering/escape.hpp"
#include "rendering/html_writer.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_in(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_identifier_part(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || (is_safe_html_name({&c, 1}) && c != '.' && c != ':');
}

// Attributes that make something load, run or happen.
bool is_refused_attribute(std::string_view name) {
  return name.starts_with("on") ||
         is_in(name, {"srcset", "srcdoc", "action", "formaction", "ping", "background", "poster", "manifest",
                      "autofocus", "http-equiv", "nonce", "integrity", "dynsrc", "lowsrc", "imagesrcset",
                      "autoplay", "codebase", "classid", "is"});
}

bool refers_to_identifiers(std::string_view name) {
  return is_in(name, {"for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns",
                      "list", "form"});
}

}  // namespace

void HtmlWriter::write_attributes(const HtmlNode& node) {
  for (const HtmlAttribute* i = tree_.attributes_begin(node); i != tree_.attributes_end(node); ++i) {
    if (!is_safe_html_name(i->name)) continue;
    const std::string name = lower_case(i->name);
    if (!is_refused_attribute(name)) write_attribute(node, *i, name);
  }
}

void HtmlWriter::write_attribute(const HtmlNode& node, const HtmlAttribute& attribute,
                                 std::string_view name) {
  std::string& out = page_.out;
  const auto put = [&](auto&& write_value) {
    // Names in SVG may have capitals.
    out.append(" ").append(node.is_foreign ? attribute.name : name).append("=\"");
    write_value();
    out += '"';
  };
  const auto put_plain = [&](std::string_view value) { put([&] { append_attribute(out, value); }); };
  if (name == "id") {
    if (!node.is_continued && !attribute.value.empty()) put_plain(mapped(attribute.value));
  } else if (name == "href" || name == "xlink:href" || name == "src" || name == "data" || name == "cite" ||
             name == "longdesc" || name == "usemap") {
    const std::string url = decode_entities(attribute.value);
    const UrlKind kind = url_kind(url);
    const bool follows = !node.is_foreign && (node.name == "a" || node.name == "area") && name == "href";
    // Data may be saved, but not followed: what opens in the reader's place would not be this page.
    const bool is_download = follows && tree_.attribute(node, "download") != nullptr && is_data_url(url);
    if (is_download) {
      put_plain(url);
    } else if (kind == UrlKind::fragment) {
      put_plain('#' + mapped(std::string_view(url).substr(url.find('#') + 1)));
    } else if (kind == UrlKind::embedded) {
      if (!follows) put_plain(url);
    } else if (follows ? kind != UrlKind::refused
                       : (node.is_foreign && node.name == "a" && kind == UrlKind::link)) {
      put_plain(url);
    }
  } else if (name == "style") {
    const std::string css = quiet_css(decode_entities(attribute.value));
    put_plain(css);
  } else if (refers_to_identifiers(name)) {
    put([&] {
      std::string_view rest = attribute.value;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        append_attribute(out, mapped(rest.substr(0, end)));
        if (end < rest.size()) out += ' ';
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    });
  } else if (node.is_foreign && attribute.value.find("url(") != std::string_view::npos) {
    // Paints and clips: url(#id).
    std::string value = quiet_css(decode_entities(attribute.value));
    const std::size_t start = value.find("url(#");
    if (start != std::string::npos) {
      const std::size_t end = std::min(value.find(')', start), value.size());
      value.replace(start + 5, end - start - 5, mapped(value.substr(start + 5, end - start - 5)));
    }
    put_plain(value);
  } else {
    put([&] { append_markup_attribute(out, attribute.value); });
  }
}

// Styles in fragments keep working when an id had to be changed.
void HtmlWriter::write_style(const HtmlNode& node) {
  const std::string css = quiet_css(node.text);
  std::string& out = page_.out;
  out += "<style>";
  std::size_t kept = 0;
  for (std::size_t at = css.find('#'); at != std::string::npos; at = css.find('#', at + 1)) {
    std::size_t end = at + 1;
    while (end < css.size() && is_identifier_part(css[end])) ++end;
    const auto found = identifiers_.find(std::string_view(css).substr(at + 1, end - at - 1));
    if (found == identifiers_.end()) continue;
    out.append(css, kept, at + 1 - kept).append(found->second);
    kept = end;
  }
  out.append(css, kept);
  // The source's own `</style` has ended it already; nothing else can.
  out += "</style>";
}

}  // namespace cloche::rendering
