#include "rendering/highlight.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <tree_sitter/api.h>

#include "rendering/escape.hpp"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace cloche::rendering {
namespace {

using Parser = std::unique_ptr<TSParser, decltype(&ts_parser_delete)>;
using Tree = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;

Tree parse(std::string_view source) {
  const Parser parser(ts_parser_new(), ts_parser_delete);
  if (!ts_parser_set_language(parser.get(), tree_sitter_python())) return {nullptr, ts_tree_delete};
  return {
      ts_parser_parse_string(parser.get(), nullptr, source.data(), static_cast<std::uint32_t>(source.size())),
      ts_tree_delete};
}

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_word(std::string_view text) {
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) != 0);
}

std::string_view type_of(TSNode node) {
  return ts_node_is_null(node) ? std::string_view() : ts_node_type(node);
}

// Where the walk through the tree is: a node's kind, and what it is to its parent. (Asking nodes for their
// parents would take time that grows with the tree.)
struct Place {
  std::string_view kind;
  std::string_view field;
};

// Names by what is done with them: defined, called, decorating. `path` ends with the name's own place.
std::string_view class_of_name(const std::vector<Place>& path, std::string_view text) {
  static constexpr std::array<std::string_view, 4> conventional = {"self", "cls", "__name__", "__file__"};
  static constexpr std::array<std::string_view, 36> builtins = {
      "abs",        "all",    "any",     "bool",    "bytes", "dict",   "dir", "enumerate", "filter",
      "float",      "format", "getattr", "hasattr", "hash",  "help",   "id",  "input",     "int",
      "isinstance", "iter",   "len",     "list",    "map",   "max",    "min", "next",      "open",
      "print",      "range",  "repr",    "round",   "set",   "sorted", "str", "sum",       "zip"};
  if (is_one_of(text, conventional)) return "bp";
  const auto above = [&path](std::size_t levels) {
    return path.size() > levels ? path[path.size() - 1 - levels] : Place{};
  };
  const Place parent = above(1);
  const std::string_view field = path.back().field;
  if (parent.kind == "function_definition" && field == "name") return "nf";
  if (parent.kind == "class_definition" && field == "name") return "nc";
  if (parent.kind == "decorator") return "nd";
  if (parent.kind == "call" && field == "function") return is_one_of(text, builtins) ? "nb" : "fc";
  if (parent.kind == "attribute" && field == "attribute") {
    if (above(2).kind == "call" && parent.field == "function") return "fc";
    if (above(2).kind == "decorator") return "nd";
  }
  return {};
}

std::string_view class_of(TSNode node, const std::vector<Place>& path, std::string_view text) {
  static constexpr std::array<std::string_view, 3> constants = {"true", "false", "none"};
  const std::string_view kind = path.back().kind;
  if (kind == "comment") return "c1";
  if (kind == "string_start" || kind == "string_content" || kind == "string_end") return "s";
  if (kind == "escape_sequence" || kind == "escape_interpolation") return "se";
  if (kind == "integer" || kind == "float") return "mi";
  if (is_one_of(kind, constants)) return "kc";
  if (kind == "identifier") return class_of_name(path, text);
  if (!ts_node_is_named(node)) return is_word(kind) ? "k" : std::string_view();
  return {};
}

class Highlighter {
 public:
  Highlighter(std::string& out, std::string_view source) : out_(out), source_(source) {}

  void run(TSNode root) {
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    for (bool more = true; more;) {
      const TSNode node = ts_tree_cursor_current_node(&cursor);
      const char* field = ts_tree_cursor_current_field_name(&cursor);
      path_.push_back({type_of(node), field == nullptr ? std::string_view() : std::string_view(field)});
      const bool descends = ts_tree_cursor_goto_first_child(&cursor);
      if (!descends) {
        leaf(node);
      } else if (path_.back().kind == "string_content") {
        // Escape sequences are its children; the characters between them are nobody's.
        fill(ts_node_start_byte(node));
        string_end_ = ts_node_end_byte(node);
      }
      if (descends) continue;
      path_.pop_back();
      while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
        more = ts_tree_cursor_goto_parent(&cursor);
        if (more) path_.pop_back();
      }
    }
    ts_tree_cursor_delete(&cursor);
    fill(source_.size());
    if (!open_.empty()) out_ += "</span>";
  }

 private:
  void leaf(TSNode node) {
    const std::size_t start = ts_node_start_byte(node);
    const std::size_t end = std::min<std::size_t>(ts_node_end_byte(node), source_.size());
    if (end <= start || start < written_) return;
    fill(start);
    const std::string_view text = source_.substr(start, end - start);
    put(text, class_of(node, path_, text));
    written_ = end;
  }

  // What stands between leaves: blanks, and inside of a string its characters.
  void fill(std::size_t until) {
    if (until <= written_) return;
    const std::size_t in_string = std::min(std::max(string_end_, written_), until);
    put(source_.substr(written_, in_string - written_), "s");
    put(source_.substr(in_string, until - in_string), {});
    written_ = until;
  }

  // Neighbours of one class share a span.
  void put(std::string_view text, std::string_view name) {
    if (text.empty()) return;
    if (name != open_) {
      if (!open_.empty()) out_ += "</span>";
      if (!name.empty()) out_.append("<span class=\"").append(name).append("\">");
      open_ = name;
    }
    append_text(out_, text);
  }

  std::string& out_;
  std::string_view source_;
  std::vector<Place> path_;
  std::size_t written_ = 0;
  std::size_t string_end_ = 0;
  std::string_view open_;
};

}  // namespace

void append_python(std::string& out, std::string_view source) {
  // tree-sitter counts bytes in 32 bits.
  const Tree tree = source.size() < std::numeric_limits<std::uint32_t>::max() / 2
                        ? parse(source)
                        : Tree(nullptr, ts_tree_delete);
  if (!tree) {
    append_text(out, source);
    return;
  }
  Highlighter(out, source).run(ts_tree_root_node(tree.get()));
}

bool is_prose(std::string_view source) {
  constexpr std::size_t longest = 1'000'000;
  constexpr std::uint32_t most_comments = 20;
  if (source.size() > longest || source.find(".md(") == std::string_view::npos) return false;
  const Tree tree = parse(source);
  if (!tree) return false;
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root) || ts_node_named_child_count(root) > most_comments) return false;
  TSNode statement{};
  for (std::uint32_t i = 0; i < ts_node_named_child_count(root); ++i) {
    const TSNode child = ts_node_named_child(root, i);
    if (type_of(child) == "comment") continue;
    if (statement.id != nullptr) return false;
    statement = child;
  }
  if (statement.id == nullptr || type_of(statement) != "expression_statement" ||
      ts_node_named_child_count(statement) != 1) {
    return false;
  }
  const TSNode call = ts_node_named_child(statement, 0);
  if (type_of(call) != "call") return false;
  const TSNode function = ts_node_child_by_field_name(call, "function", 8);
  if (type_of(function) != "attribute") return false;
  const TSNode name = ts_node_child_by_field_name(function, "attribute", 9);
  return source.substr(ts_node_start_byte(name), ts_node_end_byte(name) - ts_node_start_byte(name)) == "md";
}

}  // namespace cloche::rendering
