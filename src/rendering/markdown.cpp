#include "rendering/markdown.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include <md4c.h>

#include "rendering/escape.hpp"
#include "rendering/formula_pipes.hpp"
#include "rendering/html_fragment.hpp"

namespace cloche::rendering {
namespace {

// md4c's callbacks, which write HTML. Formulas are written as marimo's element, so that the pass over the
// HTML turns them into MathML as it does for marimo's own Markdown.
class HtmlMaker {
 public:
  std::string html;

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_DOC:
        break;
      case MD_BLOCK_QUOTE:
        html += "<blockquote>";
        break;
      case MD_BLOCK_UL:
        html += "<ul>";
        break;
      case MD_BLOCK_OL: {
        const auto* list = static_cast<const MD_BLOCK_OL_DETAIL*>(detail);
        html += list->start == 1 ? "<ol>" : "<ol start=\"" + std::to_string(list->start) + "\">";
        break;
      }
      case MD_BLOCK_LI: {
        const auto* item = static_cast<const MD_BLOCK_LI_DETAIL*>(detail);
        html += item->is_task != 0 ? "<li class=\"task-list-item\">" : "<li>";
        if (item->is_task != 0) {
          html += item->task_mark == ' ' ? "<input type=\"checkbox\" disabled> "
                                         : "<input type=\"checkbox\" disabled checked> ";
        }
        break;
      }
      case MD_BLOCK_HR:
        html += "<hr>";
        break;
      case MD_BLOCK_H:
        html += "<h" + std::to_string(heading(detail)) + '>';
        break;
      case MD_BLOCK_CODE:
        html += "<pre><code>";
        break;
      case MD_BLOCK_HTML:
        break;
      case MD_BLOCK_P:
        html += "<p>";
        break;
      case MD_BLOCK_TABLE:
        html += "<table>";
        break;
      case MD_BLOCK_THEAD:
        html += "<thead>";
        break;
      case MD_BLOCK_TBODY:
        html += "<tbody>";
        break;
      case MD_BLOCK_TR:
        html += "<tr>";
        break;
      case MD_BLOCK_TH:
        html += cell("th", detail);
        break;
      case MD_BLOCK_TD:
        html += cell("td", detail);
        break;
    }
    return 0;
  }

  int leave_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_DOC:
      case MD_BLOCK_HR:
      case MD_BLOCK_HTML:
        break;
      case MD_BLOCK_QUOTE:
        html += "</blockquote>";
        break;
      case MD_BLOCK_UL:
        html += "</ul>";
        break;
      case MD_BLOCK_OL:
        html += "</ol>";
        break;
      case MD_BLOCK_LI:
        html += "</li>";
        break;
      case MD_BLOCK_H:
        html += "</h" + std::to_string(heading(detail)) + '>';
        break;
      case MD_BLOCK_CODE:
        html += "</code></pre>";
        break;
      case MD_BLOCK_P:
        html += "</p>";
        break;
      case MD_BLOCK_TABLE:
        html += "</table>";
        break;
      case MD_BLOCK_THEAD:
        html += "</thead>";
        break;
      case MD_BLOCK_TBODY:
        html += "</tbody>";
        break;
      case MD_BLOCK_TR:
        html += "</tr>";
        break;
      case MD_BLOCK_TH:
        html += "</th>";
        break;
      case MD_BLOCK_TD:
        html += "</td>";
        break;
    }
    return 0;
  }

  int enter_span(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_EM:
        html += "<em>";
        break;
      case MD_SPAN_STRONG:
        html += "<strong>";
        break;
      case MD_SPAN_A: {
        const auto* link = static_cast<const MD_SPAN_A_DETAIL*>(detail);
        html += "<a href=\"";
        attribute(link->href);
        title(link->title);
        html += "\">";
        break;
      }
      case MD_SPAN_IMG: {
        const auto* image = static_cast<const MD_SPAN_IMG_DETAIL*>(detail);
        html += "<img src=\"";
        attribute(image->src);
        title(image->title);
        html += "\" alt=\"";
        ++image_depth_;
        break;
      }
      case MD_SPAN_CODE:
        html += image_depth_ > 0 ? "" : "<code>";
        break;
      case MD_SPAN_DEL:
        html += image_depth_ > 0 ? "" : "<del>";
        break;
      case MD_SPAN_U:
        html += image_depth_ > 0 ? "" : "<u>";
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_start_ = html.size();
        break;
      case MD_SPAN_WIKILINK:
        break;
    }
    return 0;
  }

  int leave_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_IMG) {
      if (--image_depth_ == 0) html += "\">";
      return 0;
    }
    if (image_depth_ > 0) return 0;
    switch (type) {
      case MD_SPAN_EM:
        html += "</em>";
        break;
      case MD_SPAN_STRONG:
        html += "</strong>";
        break;
      case MD_SPAN_A:
        html += "</a>";
        break;
      case MD_SPAN_CODE:
        html += "</code>";
        break;
      case MD_SPAN_DEL:
        html += "</del>";
        break;
      case MD_SPAN_U:
        html += "</u>";
        break;
      case MD_SPAN_LATEXMATH:
        leave_formula();
        break;
      case MD_SPAN_LATEXMATH_DISPLAY:
        html.insert(formula_start_, "<marimo-tex>||[");
        html += "||]</marimo-tex>";
        break;
      case MD_SPAN_IMG:
      case MD_SPAN_WIKILINK:
        break;
    }
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    switch (type) {
      case MD_TEXT_NULLCHAR:
        html += "\xEF\xBF\xBD";
        break;
      case MD_TEXT_BR:
        html += image_depth_ > 0 ? " " : "<br>";
        break;
      case MD_TEXT_SOFTBR:
        html += image_depth_ > 0 ? ' ' : '\n';
        break;
      case MD_TEXT_HTML:
      case MD_TEXT_ENTITY:
        html += text;
        break;
      default:
        append_attribute(html, text);
    }
    return 0;
  }

 private:
  static unsigned heading(void* detail) { return static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level; }

  static std::string cell(std::string_view element, void* detail) {
    std::string tag = '<' + std::string(element);
    switch (static_cast<const MD_BLOCK_TD_DETAIL*>(detail)->align) {
      case MD_ALIGN_LEFT:
        tag += " style=\"text-align:left\"";
        break;
      case MD_ALIGN_CENTER:
        tag += " style=\"text-align:center\"";
        break;
      case MD_ALIGN_RIGHT:
        tag += " style=\"text-align:right\"";
        break;
      default:
        break;
    }
    return tag + '>';
  }

  // "$5 and then $7" is about money: it begins with a digit, and ends with a blank.
  void leave_formula() {
    const std::string_view tex = std::string_view(html).substr(formula_start_);
    if (!tex.empty() && tex.front() >= '0' && tex.front() <= '9' && tex.back() == ' ') {
      html.insert(formula_start_, "$");
      html += '$';
      return;
    }
    html.insert(formula_start_, "<marimo-tex>||(");
    html += "||)</marimo-tex>";
  }

  void title(const MD_ATTRIBUTE& value) {
    if (value.size == 0) return;
    html += "\" title=\"";
    attribute(value);
  }

  void attribute(const MD_ATTRIBUTE& value) {
    for (std::size_t i = 0; value.substr_offsets[i] < value.size; ++i) {
      const std::size_t start = value.substr_offsets[i];
      const std::string_view part(value.text + start, value.substr_offsets[i + 1] - start);
      if (value.substr_types[i] == MD_TEXT_ENTITY) {
        html += part;
      } else {
        append_attribute(html, part);
      }
    }
  }

  int image_depth_ = 0;
  std::size_t formula_start_ = 0;
};

HtmlMaker& maker(void* user) {
  return *static_cast<HtmlMaker*>(user);
}

}  // namespace

void append_markdown(Page& page, std::string_view markdown) {
  HtmlMaker result;
  const bool hides_pipes = has_formula_pipes(markdown);
  std::string hidden;
  if (hides_pipes) markdown = hidden = with_pipes_hidden(markdown);
  MD_PARSER parser{};
  parser.flags = MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    return maker(user).enter_block(type, detail);
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    return maker(user).leave_block(type, detail);
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    return maker(user).enter_span(type, detail);
  };
  parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* user) {
    return maker(user).leave_span(type);
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    return maker(user).text(type, {text, size});
  };
  if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &result) != 0) {
    page.out += "<pre class=\"plain\">";
    append_text(page.out, markdown);
    page.out += "</pre>";
    return;
  }
  page.out += "<div class=\"markdown\">";
  append_html(page, hides_pipes ? with_pipes_shown(result.html) : result.html);
  page.out += "</div>";
}

}  // namespace cloche::rendering
