#include "rendering/json_tree.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/json.hpp"
#include "rendering/mime.hpp"

namespace cloche::rendering {
namespace {

constexpr std::size_t longest_line = 72;  // characters of a value that stands on one line
constexpr std::size_t open_levels = 2;    // of the tree, from the top
constexpr std::size_t open_entries = 30;  // longer lists inside of others begin closed
constexpr std::size_t group = 100;
constexpr std::size_t deepest = 60;  // below: JSON text

struct TypedText {
  std::string_view type;  // "text/plain+float"
  std::string_view data;
};

// Splits `MIME:DATA`.
std::optional<TypedText> typed(std::string_view text) {
  const std::size_t colon = text.substr(0, 80).find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view type = text.substr(0, colon);
  const std::size_t slash = type.find('/');
  if (slash == std::string_view::npos || slash + 1 == type.size()) return std::nullopt;
  const std::string_view main = type.substr(0, slash);
  if (main != "text" && main != "image" && main != "application" && main != "audio" && main != "video")
    return std::nullopt;
  const bool is_type = std::all_of(type.begin(), type.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '+' || c == '-' || c == '.' || c == '_';
  });
  if (!is_type) return std::nullopt;
  return TypedText{type, text.substr(colon + 1)};
}

class TreeWriter {
 public:
  TreeWriter(Page& page, JsonLeaves leaves) : page_(page), out_(page.out), leaves_(leaves) {}

  void write(const boost::json::value& value, std::string_view name) {
    out_ += "<div class=\"json\">";
    if (!name.empty()) {
      out_ += "<div class=\"name\">";
      append_text(out_, name);
      out_ += "</div>";
    }
    item(value, 0, {});
    out_ += "</div>";
  }

 private:
  bool is_python() const { return leaves_ == JsonLeaves::python; }

  // `key` is HTML that stands before the value.
  void item(const boost::json::value& value, std::size_t depth, const std::string& key) {
    const std::size_t count = value.is_array()    ? value.get_array().size()
                              : value.is_object() ? value.get_object().size()
                                                  : 0;
    if (count == 0 || fits_on_a_line(value)) {
      out_ += key;
      inline_value(value);
      return;
    }
    if (depth >= deepest) {
      out_.append(key).append("<code>");
      append_text(out_, boost::json::serialize(value));
      out_ += "</code>";
      return;
    }
    const bool is_list = value.is_array();
    out_ += depth == 0 || (depth < open_levels && count <= open_entries) ? "<details open><summary>"
                                                                         : "<details><summary>";
    out_ += key;
    out_ += fmt::format("<span class=\"count\">{} {}</span></summary>", count,
                        is_list ? (count == 1 ? "item" : "items") : (count == 1 ? "entry" : "entries"));
    if (is_list) {
      list(value.get_array(), depth);
    } else {
      object(value.get_object(), depth);
    }
    out_ += "</details>";
  }

  void list(const boost::json::array& items, std::size_t depth) {
    std::size_t index = 0;
    grouped(items.size(), [&] {
      out_ += "<li>";
      item(items[index], depth + 1, fmt::format("<span class=\"key\">{}</span> ", index));
      out_ += "</li>";
      ++index;
    });
  }

  void object(const boost::json::object& members, std::size_t depth) {
    auto member = members.begin();
    grouped(members.size(), [&] {
      out_ += "<li>";
      std::string key = "<span class=\"key\">";
      append_text(key, key_text(member->key()));
      key += "</span> ";
      item(member->value(), depth + 1, key);
      out_ += "</li>";
      ++member;
    });
  }

  template <typename Write>
  void grouped(std::size_t count, Write write) {
    if (count <= 2 * group) {
      out_ += "<ul>";
      for (std::size_t i = 0; i < count; ++i) write();
      out_ += "</ul>";
      return;
    }
    for (std::size_t start = 0; start < count; start += group) {
      const std::size_t end = std::min(start + group, count);
      out_ += fmt::format("<details><summary><span class=\"count\">{} to {}</span></summary><ul>", start,
                          end - 1);
      for (std::size_t i = start; i < end; ++i) write();
      out_ += "</ul></details>";
    }
  }

  // Short containers of plain leaves need no tree.
  bool fits_on_a_line(const boost::json::value& value) const {
    if (!value.is_structured()) return true;
    std::size_t length = 2;
    const auto add = [&](const boost::json::value& leaf) {
      if (leaf.is_structured()) {
        const bool is_empty = leaf.is_array() ? leaf.get_array().empty() : leaf.get_object().empty();
        length += is_empty ? 4 : longest_line + 1;
      } else if (leaf.is_string()) {
        const std::string_view text = leaf.get_string();
        const auto split = is_python() ? typed(text) : std::nullopt;
        const bool is_rich = split && !split->type.starts_with("text/plain");
        length += is_rich ? longest_line + 1 : (split ? split->data.size() : text.size()) + 4;
      } else {
        length += 8;
      }
      return length <= longest_line;
    };
    if (value.is_array()) {
      const auto& items = value.get_array();
      return std::all_of(items.begin(), items.end(), add);
    }
    const auto& members = value.get_object();
    return std::all_of(members.begin(), members.end(), [&](const auto& member) {
      length += member.key().size() + 4;
      return add(member.value());
    });
  }

  void inline_value(const boost::json::value& value) {
    if (value.is_array()) {
      out_ += '[';
      bool first = true;
      for (const auto& item : value.get_array()) {
        if (!first) out_ += ", ";
        first = false;
        inline_value(item);
      }
      out_ += ']';
    } else if (value.is_object()) {
      out_ += '{';
      bool first = true;
      for (const auto& member : value.get_object()) {
        if (!first) out_ += ", ";
        first = false;
        out_ += "<span class=\"key\">";
        append_text(out_, key_text(member.key()));
        out_ += "</span> ";
        inline_value(member.value());
      }
      out_ += '}';
    } else {
      leaf(value);
    }
  }

  void leaf(const boost::json::value& value) {
    if (value.is_string()) {
      text_leaf(value.get_string());
    } else if (value.is_number()) {
      token("mi", number_text(value));
    } else if (value.is_null()) {
      token("kc", is_python() ? "None" : "null");
    } else {
      token("kc", value.get_bool() ? (is_python() ? "True" : "true") : (is_python() ? "False" : "false"));
    }
  }

  void text_leaf(std::string_view text) {
    const auto split = is_python() ? typed(text) : std::nullopt;
    if (!split) {
      token("s", '"' + std::string(text) + '"');
    } else if (split->type == "text/plain") {
      token("s", split->data);
    } else if (split->type.starts_with("text/plain+")) {
      const std::string_view type = split->type.substr(split->type.find('+') + 1);
      if (type == "set" || type == "frozenset" || type == "tuple") {
        token("mi", collection(type, split->data));
      } else {
        token(type == "str" ? "s" : "mi", split->data);
      }
    } else {
      append_mime(page_, split->type, split->data);
    }
  }

  static std::string collection(std::string_view type, std::string_view data) {
    std::string inside(data);
    if (inside.size() >= 2 && inside.front() == '[' && inside.back() == ']')
      inside = inside.substr(1, inside.size() - 2);
    if (type == "set" && inside.empty()) return "set()";
    if (type == "set") return inside.front() == '{' ? inside : '{' + inside + '}';
    if (type == "tuple")
      return '(' + inside + (inside.find(',') == std::string::npos && !inside.empty() ? ",)" : ")");
    return "frozenset({" + inside + "})";
  }

  std::string key_text(std::string_view key) const {
    if (is_python() && key.starts_with("text/plain+")) {
      if (const auto split = typed(key)) {
        const std::string_view type = split->type.substr(split->type.find('+') + 1);
        if (type == "none") return "None";
        if (type == "tuple" || type == "frozenset") return collection(type, split->data);
        return std::string(split->data);
      }
    }
    return std::string(key);
  }

  void token(std::string_view name, std::string_view text) {
    out_.append("<span class=\"").append(name).append("\">");
    append_text(out_, text);
    out_ += "</span>";
  }

  Page& page_;
  std::string& out_;
  JsonLeaves leaves_;
};

}  // namespace

void append_json_tree(Page& page, const boost::json::value& value, JsonLeaves leaves, std::string_view name) {
  const DepthGuard frame(page.frame_depth);
  TreeWriter(page, leaves).write(value, name);
}

}  // namespace cloche::rendering
