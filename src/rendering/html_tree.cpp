#include "rendering/html_tree.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace cloche::rendering {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_in(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_heading(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
}

bool is_formatting(std::string_view name) {
  return is_in(name, {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
                      "tt", "u"});
}

// Where the search for an open element ends.
bool bounds_scope(std::string_view name) {
  return is_in(name, {"table", "td", "th", "caption", "object", "button", "marquee", "foreignObject",
                      "foreignobject", "annotation-xml"});
}

bool bounds_list_scope(std::string_view name) {
  return is_block_element(name) && !is_in(name, {"address", "div", "p"});
}

// What an open element ends, kept beside it, since searches pass it often.
struct Traits {
  bool bounds_scope = false;
  bool bounds_list_scope = false;
  bool bounds_table_scope = false;
};

Traits traits_of(std::string_view name) {
  return {bounds_scope(name), bounds_list_scope(name), name == "table"};
}

// The inside of these is text for the parser.
bool has_raw_text(std::string_view name) {
  return is_in(name, {"style", "script", "xmp", "iframe", "noembed", "noframes", "textarea", "title"});
}

// HTML may stand inside of these, although they are SVG or MathML.
bool holds_html(std::string_view name) {
  return is_in(name, {"foreignObject", "foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn",
                      "ms", "mtext"});
}

// Start tags that end SVG or MathML, since they can only be HTML.
bool leaves_foreign(std::string_view name) {
  return is_block_element(name) || is_heading(name) ||
         is_in(name, {"b",      "big",    "body", "br",   "code", "em", "embed", "head",
                      "i",      "img",    "meta", "nobr", "ruby", "s",  "small", "span",
                      "strike", "strong", "sub",  "sup",  "tt",   "u",  "var"});
}

}  // namespace

bool is_void_element(std::string_view name) {
  return is_in(name, {"br", "img", "input", "hr", "col", "source", "wbr", "area", "base", "embed", "link",
                      "meta", "track", "param", "keygen", "frame", "bgsound"});
}

bool is_block_element(std::string_view name) {
  return is_heading(name) ||
         is_in(name, {"div",     "p",       "table",    "ul",         "ol",       "li",     "pre",
                      "section", "details", "summary",  "blockquote", "dl",       "dt",     "dd",
                      "figure",  "hr",      "article",  "aside",      "nav",      "header", "footer",
                      "main",    "form",    "fieldset", "center",     "address",  "menu",   "figcaption",
                      "dialog",  "hgroup",  "listing",  "dir",        "thead",    "tbody",  "tfoot",
                      "tr",      "td",      "th",       "caption",    "colgroup", "search"});
}

class HtmlTreeBuilder {
 public:
  HtmlTreeBuilder(HtmlTree& tree, std::string_view source) : tree_(tree), tokenizer_(source) {
    // As many nodes as there are tags and texts between them, roughly.
    tree_.nodes_.reserve(std::min<std::size_t>(source.size() / 8 + 2, 1U << 20U));
    tree_.nodes_.emplace_back();
    open_.push_back({HtmlTree::root, {}});
  }

  void build() {
    for (;;) {
      tokenizer_.allow_cdata(in_foreign());
      const HtmlToken& token = tokenizer_.next();
      switch (token.kind) {
        case HtmlTokenKind::end:
          return;
        case HtmlTokenKind::text: {
          HtmlNode node;
          node.text = token.text;
          node.is_literal = token.is_literal;
          add(node);
          break;
        }
        case HtmlTokenKind::start_tag:
          start(token);
          break;
        case HtmlTokenKind::end_tag:
          end(token);
      }
    }
  }

 private:
  HtmlNode& current() { return tree_.nodes_[open_.back().node]; }
  std::string_view open_name(std::size_t i) const { return tree_.nodes_[open_[i].node].name; }

  bool in_foreign() const {
    const HtmlNode& node = tree_.nodes_[open_.back().node];
    return node.is_foreign && !holds_html(node.name);
  }

  std::string_view lower_name(std::string_view name) {
    if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) return name;
    return tree_.names_.emplace_back(lower_case(name));
  }

  HtmlNodeIndex add(HtmlNode node) {
    const auto index = static_cast<HtmlNodeIndex>(tree_.nodes_.size());
    node.parent = open_.back().node;
    tree_.nodes_.push_back(node);
    HtmlNode& parent = current();
    if (parent.last_child == no_node) {
      parent.first_child = index;
    } else {
      tree_.nodes_[parent.last_child].next_sibling = index;
    }
    parent.last_child = index;
    return index;
  }

  void start(const HtmlToken& token) {
    HtmlNode node;
    std::string_view name = lower_name(token.name);
    if (is_in(name, {"html", "head", "body", "plaintext"})) return;
    if (name == "image" && !in_foreign()) name = "img";
    if (in_foreign() && leaves_foreign(name)) {
      while (in_foreign()) open_.pop_back();
    }
    node.is_foreign = in_foreign() || name == "svg" || name == "math";
    node.name = node.is_foreign && in_foreign() ? token.name : name;
    if (!node.is_foreign) close_implied(name);
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes_.size());
    node.attribute_count = static_cast<std::uint32_t>(token.attributes.size());
    tree_.attributes_.insert(tree_.attributes_.end(), token.attributes.begin(), token.attributes.end());
    if (!node.is_foreign && has_raw_text(name)) {
      node.text = tokenizer_.raw_text(name);
      node.is_literal = name != "textarea" && name != "title";
      add(node);
      return;
    }
    const bool is_closed = node.is_foreign ? token.self_closing : is_void_element(name);
    const HtmlNodeIndex index = add(node);
    if (is_closed) return;
    if (open_.size() < HtmlTree::deepest) {
      open_.push_back({index, traits_of(node.name)});
    } else {
      ++too_deep_;
    }
  }

  void end(const HtmlToken& token) {
    const std::string_view name = lower_name(token.name);
    if (is_void_element(name)) {
      if (name == "br") {
        HtmlNode node;
        node.name = "br";
        add(node);
      }
      return;
    }
    if (too_deep_ > 0) {
      --too_deep_;
      return;
    }
    const bool of_table =
        is_in(name, {"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup"});
    for (std::size_t i = open_.size(); i-- > 1;) {
      const std::string_view candidate = open_name(i);
      if (equal_ignoring_case(candidate, name) || (is_heading(name) && is_heading(candidate))) {
        if (is_formatting(name)) {
          close_formatting(i);
        } else {
          open_.resize(i);
        }
        return;
      }
      if (of_table ? open_[i].traits.bounds_table_scope : open_[i].traits.bounds_scope) return;
    }
  }

  // `<b><i></b></i>`: what was opened inside goes on after the end tag.
  void close_formatting(std::size_t i) {
    constexpr std::size_t most = 8;
    const std::vector<Open> inside(open_.begin() + static_cast<std::ptrdiff_t>(i) + 1, open_.end());
    open_.resize(i);
    for (std::size_t k = 0; k < std::min(inside.size(), most); ++k) {
      HtmlNode again = tree_.nodes_[inside[k].node];
      again.first_child = again.last_child = again.next_sibling = no_node;
      again.is_continued = true;
      open_.push_back({add(again), inside[k].traits});
    }
  }

  void close_implied(std::string_view name) {
    if (is_block_element(name)) close_nearest({"p"}, &Traits::bounds_scope);
    if (is_heading(name) && is_heading(current().name)) open_.pop_back();
    if (name == "li") close_nearest({"li"}, &Traits::bounds_list_scope);
    if (name == "dt" || name == "dd") close_nearest({"dt", "dd"}, &Traits::bounds_list_scope);
    if (name == "option") close_nearest({"option"}, &Traits::bounds_list_scope);
    if (name == "optgroup") close_nearest({"optgroup"}, &Traits::bounds_list_scope);
    if (name == "a") close_nearest({"a"}, &Traits::bounds_scope);
    if (name == "button") close_nearest({"button"}, &Traits::bounds_table_scope);
    if (name == "td" || name == "th") close_nearest({"td", "th"}, &Traits::bounds_table_scope);
    if (name == "tr") close_nearest({"tr"}, &Traits::bounds_table_scope);
    if (is_in(name, {"thead", "tbody", "tfoot"}))
      close_nearest({"thead", "tbody", "tfoot"}, &Traits::bounds_table_scope);
    if (is_in(name, {"thead", "tbody", "tfoot", "tr"}))
      close_nearest({"caption", "colgroup"}, &Traits::bounds_table_scope);
  }

  void close_nearest(Names names, bool Traits::*bounds) {
    for (std::size_t i = open_.size(); i-- > 1;) {
      const std::string_view candidate = open_name(i);
      if (is_in(candidate, names)) {
        open_.resize(i);
        return;
      }
      if (open_[i].traits.*bounds) return;
    }
  }

  HtmlTree& tree_;
  HtmlTokenizer tokenizer_;
  struct Open {
    HtmlNodeIndex node;
    Traits traits;
  };
  std::vector<Open> open_;
  // Start tags below the deepest level that wait for their end tags.
  std::size_t too_deep_ = 0;
};

HtmlTree::HtmlTree(std::string_view source) {
  HtmlTreeBuilder(*this, source).build();
}

const std::string_view* HtmlTree::attribute(const HtmlNode& node, std::string_view name) const {
  const auto* end = attributes_end(node);
  const auto* found = std::find_if(attributes_begin(node), end, [name](const HtmlAttribute& attribute) {
    return equal_ignoring_case(attribute.name, name);
  });
  return found == end ? nullptr : &found->value;
}

}  // namespace cloche::rendering
