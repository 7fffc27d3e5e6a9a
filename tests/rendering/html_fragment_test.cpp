#include "rendering/html_fragment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlFragment, HarmlessHtmlStaysAsItIs) {
  const std::string html =
      "<b>bold</b> &amp; <i class=\"x\">it</i><br><table><tbody><tr><td>1</td></tr></tbody></table>";
  EXPECT_EQ(html_of(html),
            "<b>bold</b> &amp; <i class=\"x\">it</i><br><div "
            "class=\"table\"><table><tbody><tr><td>1</td></tr></tbody></table></div>");
}

TEST(HtmlFragment, ScriptsAndHandlersAreDropped) {
  EXPECT_EQ(html_of("a<script>alert(1)</script><p onclick='x()' ONLOAD=y>b</p>"), "a<p>b</p>");
  EXPECT_EQ(html_of("<svg><script>alert(1)</script><circle r=\"1\"/></svg>"),
            "<svg><circle r=\"1\"></circle></svg>");
  EXPECT_EQ(html_of("<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>"),
            "<svg><a></a></svg>");
}

TEST(HtmlFragment, AddressesThatRunAreDropped) {
  for (const std::string_view address :
       {"javascript:alert(1)", " JaVa\tScript:alert(1)", "&#106;avascript:alert(1)",
        "javascript&colon;alert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>",
        "&#x0001;javascript:x"}) {
    EXPECT_EQ(html_of("<a href=\"" + std::string(address) + "\">x</a>"), "<a>x</a>") << address;
  }
}

TEST(HtmlFragment, LinksStayLinks) {
  EXPECT_EQ(html_of("<a href='https://e.org/?a=1&amp;b=2'>x</a>"),
            "<a href=\"https://e.org/?a=1&amp;b=2\">x</a>");
  EXPECT_EQ(html_of("<a href='other.html'>x</a>"), "<a href=\"other.html\">x</a>");
}

TEST(HtmlFragment, NothingIsLoaded) {
  for (const std::string_view fragment :
       {"<img src='https://e.org/x.png' alt=A>",
        "<img srcset='https://e.org/x.png 2x' src='data:image/png;base64,AA=='>",
        "<link rel=stylesheet href='https://e.org/x.css'>",
        "<video src='https://e.org/v.mp4' poster='https://e.org/p.png'></video>",
        "<iframe src='https://e.org/'></iframe>", "<object data='https://e.org/x'></object>",
        "<embed src='https://e.org/x'>",
        "<style>@import url(https://e.org/x.css); a { background: url('https://e.org/y.png') }</style>",
        "<p style=\"background:URL( https://e.org/x.png )\">",
        "<svg><image href='https://e.org/x.png'/></svg>",
        "<svg><use xlink:href='https://e.org/x.svg#a'/></svg>", "<base href='https://e.org/'>",
        "<input type=image src='https://e.org/x'>", "<body background='https://e.org/x.png'>",
        "<meta http-equiv=refresh content='0;url=https://e.org'>",
        "<svg><rect fill=\"url(https://e.org/x.svg#a)\"/></svg>"}) {
    const std::string html = html_of(fragment);
    for (const std::string_view loader :
         {"src=\"http", "srcset", "data=\"http", "@import", "poster", "<link", "<meta", "<base", "<embed",
          "background=\"", "<image href", "<use xlink", "style=\"background:URL"}) {
      EXPECT_THAT(html, Not(HasSubstr(loader))) << fragment;
    }
    EXPECT_THAT(html, Not(HasSubstr(" url("))) << fragment;
  }
}

TEST(HtmlFragment, WhatIsNotInThePageIsNamed) {
  EXPECT_EQ(html_of("<img src='https://e.org/x.png' alt='A plot'>"),
            "<span class=\"absent\">image “A plot”, not in this page: <a rel=\"noopener noreferrer\" "
            "href=\"https://e.org/x.png\">https://e.org/x.png</a></span>");
  EXPECT_THAT(html_of("<img src='./@file/123-x.png'>"), HasSubstr("<code>./@file/123-x.png</code>"));
}

TEST(HtmlFragment, EmbeddedPicturesAreShown) {
  EXPECT_EQ(html_of("<img src='data:image/png;base64,AA==' width=20>"),
            "<img alt=\"\" src=\"data:image/png;base64,AA==\" width=\"20\">");
}

TEST(HtmlFragment, NothingBreaksOut) {
  EXPECT_EQ(html_of("</div></section></body>a<div>b"), "a<div>b</div>");
  EXPECT_EQ(html_of("<b title='\"><img src=x onerror=alert(1)>'>c"),
            "<b title=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\">c</b>");
  EXPECT_THAT(html_of("<!-- never closed <b>"), Not(HasSubstr("<!--")));
  EXPECT_THAT(html_of("<textarea></p><script>x</script>"), HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html_of("<svg><style></svg><img src=x onerror=alert(1)>"), Not(HasSubstr("onerror")));
  EXPECT_THAT(html_of("<plaintext>a"), Not(HasSubstr("plaintext")));
}

TEST(HtmlFragment, IdsStayUniqueAndTheirReferencesFollow) {
  Page page;
  append_html(page, "<p id=a>1</p><a href='#a'>x</a><style>#a{color:red}#ab{}</style>");
  append_html(
      page,
      "<p id=a>2</p><a href='#a'>x</a><label for=a>y</label><style>#a,#a:hover{color:red}#ab{}</style>");
  EXPECT_EQ(page.out,
            "<p id=\"a\">1</p><a href=\"#a\">x</a><style>#a{color:red}#ab{}</style>"
            "<p id=\"a-2\">2</p><a href=\"#a-2\">x</a><label for=\"a-2\">y</label>"
            "<style>#a-2,#a-2:hover{color:red}#ab{}</style>");
}

TEST(HtmlFragment, HeadingsFollowThePagesOutline) {
  Page page;
  page.outline = Outline("Title");
  append_html(page, "<h1>A</h1><h3>B</h3><h2>C</h2>");
  EXPECT_EQ(page.out, "<h2 id=\"a\">A</h2><h3 id=\"b\">B</h3><h3 id=\"c\">C</h3>");
}

TEST(HtmlFragment, AParagraphThatHoldsBlocksIsNone) {
  EXPECT_EQ(html_of("<span class=\"paragraph\">a <b>b</b></span>"), "<p class=\"paragraph\">a <b>b</b></p>");
  EXPECT_THAT(html_of("<span class=\"paragraph\"><marimo-callout-output "
                      "data-html='\"x\"'></marimo-callout-output></span>"),
              HasSubstr("<div class=\"paragraph\"><div class=\"callout"));
}

TEST(HtmlFragment, DataFramesHaveNumbersOnTheRight) {
  EXPECT_EQ(html_of("<table class='dataframe'><thead><tr><th></th><th>n</th><th>s</th></tr></thead><tbody>"
                    "<tr><th>0</th><td>-1.5</td><td>x</td></tr><tr><th>1</th><td>NaN</td><td>2</td></tr></"
                    "tbody></table>"),
            "<div class=\"table\"><table class=\"dataframe\"><thead><tr><th class=\"number\"></th><th "
            "class=\"number\">n</th>"
            "<th class=\"text\">s</th></tr></thead><tbody><tr><th class=\"number\">0</th><td "
            "class=\"number\">-1.5</td>"
            "<td class=\"text\">x</td></tr><tr><th class=\"number\">1</th><td class=\"number\">NaN</td>"
            "<td class=\"text\">2</td></tr></tbody></table></div>");
}

TEST(HtmlFragment, FramesKeepWhatNeedsNoScript) {
  EXPECT_EQ(html_of("<iframe srcdoc='&lt;b&gt;hi&lt;/b&gt;' height=400></iframe>"),
            "<div class=\"framed\"><b>hi</b></div>");
  const std::string html = html_of(
      "<iframe "
      "srcdoc='&lt;style&gt;b{color:red}&lt;/style&gt;&lt;b&gt;hi&lt;/b&gt;&lt;script&gt;x&lt;/script&gt;' "
      "onload='x()' height='40'></iframe>");
  EXPECT_THAT(html, HasSubstr("<iframe sandbox=\"\""));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;hi&lt;/b&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("script&gt;")));
  EXPECT_THAT(html_of("<iframe srcdoc='&lt;script&gt;x&lt;/script&gt;'></iframe>"),
              HasSubstr("needs scripts"));
}

TEST(HtmlFragment, FormsCannotBeSent) {
  EXPECT_EQ(html_of("<form action='https://e.org'><input name=a formaction='https://e.org'></form>"),
            "<div><input name=\"a\"></div>");
}

TEST(HtmlFragment, TextOfHtmlIsOneLine) {
  EXPECT_EQ(text_of_html("<h1>A &amp;\n <b>b</b></h1><p>c"), "A & b c");
}

TEST(HtmlFragment, FragmentsInFragmentsEnd) {
  // A label in a label in a label…
  std::string html = "x";
  for (int i = 0; i < 8; ++i) {
    std::string json = "\"";
    for (const char c : html)
      json += c == '"' ? std::string("\\\"") : c == '\\' ? std::string("\\\\") : std::string(1, c);
    json += '"';
    std::string attribute;
    for (const char c : json)
      attribute += c == '&' ? std::string("&amp;") : c == '\'' ? std::string("&#x27;") : std::string(1, c);
    html = "<marimo-callout-output data-html='" + attribute + "'></marimo-callout-output>";
  }
  EXPECT_THAT(html_of(html), HasSubstr(">x<"));
}

}  // namespace
}  // namespace cloche::rendering
