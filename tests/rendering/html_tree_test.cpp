#include "rendering/html_tree.hpp"

#include <string>

#include <gtest/gtest.h>

#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

// The tree as "p(b(text))".
std::string shape(const HtmlTree& tree, HtmlNodeIndex parent = HtmlTree::root) {
  std::string result;
  for (HtmlNodeIndex i = tree[parent].first_child; i != no_node; i = tree[i].next_sibling) {
    if (!result.empty()) result += ' ';
    const HtmlNode& node = tree[i];
    if (!node.is_element()) {
      result += node.text;
    } else {
      result += node.name;
      const std::string inside = shape(tree, i);
      if (!inside.empty()) result += '(' + inside + ')';
    }
  }
  return result;
}

std::string shape(std::string_view source) {
  return shape(HtmlTree(source));
}

TEST(HtmlTree, OpenElementsAreClosedAtTheEnd) {
  EXPECT_EQ(shape("<div><b>a"), "div(b(a))");
  EXPECT_EQ(shape("a</div></span>b"), "a b");
}

TEST(HtmlTree, EndTagsThatAreLeftOutAreImplied) {
  EXPECT_EQ(shape("<p>a<p>b<div>c</div>"), "p(a) p(b) div(c)");
  EXPECT_EQ(shape("<ul><li>a<li>b<ul><li>c</ul></ul>"), "ul(li(a) li(b ul(li(c))))");
  EXPECT_EQ(shape("<table><tr><td>a<td>b<tr><th>c</table>d"), "table(tr(td(a) td(b)) tr(th(c))) d");
  EXPECT_EQ(shape("<dl><dt>a<dd>b</dl>"), "dl(dt(a) dd(b))");
}

TEST(HtmlTree, MisnestedFormattingGoesOn) {
  EXPECT_EQ(shape("<b>1<i>2</b>3</i>4"), "b(1 i(2)) i(3) 4");
}

TEST(HtmlTree, AnEndTagDoesNotReachOutOfItsTableCell) {
  EXPECT_EQ(shape("<div><table><tr><td></div>a</td></tr></table></div>b"), "div(table(tr(td(a)))) b");
}

TEST(HtmlTree, MarkupIsReadAsBrowsersReadIt) {
  EXPECT_EQ(shape("<DIV Class=x>a</dIv >b"), "div(a) b");
  EXPECT_EQ(shape("1 < 2 <3 </ x> a"), "1 < 2 <3   a");
  EXPECT_EQ(shape("<!-- <b> -->a<!--> b <!---> c <?x y?><!doctype html>"), "a  b   c ");
  EXPECT_EQ(shape("a<b"), "a") << "a tag that is cut off is none";
  EXPECT_EQ(shape("<br/>a</br><img>b"), "br a br img b");
  EXPECT_EQ(shape("<style><b></style>a<script>'</scr' + 'ipt>'</SCRIPT >b"), "style a script b");
}

TEST(HtmlTree, AttributesAreFoundHoweverTheyAreWritten) {
  const HtmlTree tree("<a HREF = 'x>y' b=c/d checked data-e=\"\">");
  const HtmlNode& node = tree[tree[HtmlTree::root].first_child];
  EXPECT_EQ(*tree.attribute(node, "href"), "x>y");
  EXPECT_EQ(*tree.attribute(node, "b"), "c/d");
  EXPECT_EQ(*tree.attribute(node, "checked"), "");
  EXPECT_EQ(tree.attribute(node, "missing"), nullptr);
}

TEST(HtmlTree, SvgHasItsOwnRules) {
  EXPECT_EQ(shape("<svg><path/><style>a</style><linearGradient/></svg>b"),
            "svg(path style(a) linearGradient) b");
  EXPECT_EQ(shape("<svg><g><div>a"), "svg(g) div(a)") << "HTML ends it";
  EXPECT_EQ(shape("<svg><foreignObject><div>a</div></foreignObject></svg>"), "svg(foreignObject(div(a)))");
  EXPECT_EQ(shape("<svg><![CDATA[<b>]]></svg><![CDATA[x]]>"), "svg(<b>)");
}

TEST(HtmlTree, DeepNestingStaysFlatAndBalanced) {
  const std::string source = repeated("<div>", 100'000) + "x" + repeated("</div>", 100'000) + "<p>after";
  const HtmlTree tree(source);
  EXPECT_EQ(tree[tree[HtmlTree::root].last_child].name, "p") << "all end tags have found their start tags";
}

TEST(HtmlTree, HardInputTakesTimeInProportion) {
  for (const std::string_view part : {"<i>", "<p><b a=1>", "<table><tr><td>", "</b>", "<a b=", "<!--", "<li>",
                                      "<b></p>", "<svg><math>", "<style>", "&", "<", "</", "<![CDATA["}) {
    const std::string source = repeated(part, 150'000);
    EXPECT_GE(HtmlTree(source).size(), 1U) << part;
  }
}

}  // namespace
}  // namespace cloche::rendering
