// The elements in marimo_elements.json were written by marimo 0.24 for a notebook that has one of each.
#include <fstream>
#include <iterator>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/html_fragment.hpp"
#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const boost::json::object& samples() {
  static const boost::json::object loaded = [] {
    std::ifstream file(CLOCHE_TEST_DATA "/marimo_elements.json");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return boost::json::parse(text).as_object();
  }();
  return loaded;
}

std::string element(std::string_view name) {
  return html_of(std::string_view(samples().at(name).as_string()));
}

TEST(MarimoElements, SlidersShowLabelTrackAndValue) {
  EXPECT_EQ(element("slider"),
            "<span class=\"control slider\"><span class=\"name\">slider</span><span class=\"track\" "
            "aria-hidden=\"true\"><i "
            "style=\"left:0.0%;right:66.7%\"></i></span><span class=\"value\">4</span></span>");
  EXPECT_THAT(element("range-slider"), AllOf(HasSubstr("left:20.0%;right:50.0%"), HasSubstr(">2 – 5<")));
  EXPECT_THAT(element("slider-2"), HasSubstr("<span class=\"value\">4</span>"))
      << "the value at the step, not its number";
}

TEST(MarimoElements, ChoicesShowTheirOptionsAndTheChosenOnes) {
  EXPECT_EQ(
      element("dropdown"),
      "<span class=\"control choice\"><span class=\"name\">drop</span><span class=\"option\">a</span><mark "
      "class=\"option\"><span class=\"unseen\">chosen: </span>b</mark></span>");
  EXPECT_THAT(element("dropdown-2"),
              AllOf(HasSubstr(">one<"), HasSubstr(">two<"), HasSubstr("none chosen</span></span>")));
  EXPECT_THAT(element("multiselect"),
              AllOf(HasSubstr("</span>a</mark>"), HasSubstr("</span>c</mark>"), HasSubstr(">b</span>")));
  EXPECT_THAT(element("radio"), AllOf(HasSubstr(">x</span>"), HasSubstr("</span>y</mark>")));
}

TEST(MarimoElements, TicksSayWhetherTheyAreOn) {
  EXPECT_EQ(
      element("checkbox"),
      "<span class=\"control tick\"><span class=\"check on\" role=\"img\" aria-label=\"on\"></span><span "
      "class=\"name\">check</span></span>");
  EXPECT_THAT(element("switch"), HasSubstr("<span class=\"switch on\" role=\"img\" aria-label=\"on\">"));
}

TEST(MarimoElements, FieldsShowWhatIsInThem) {
  EXPECT_EQ(element("text"),
            "<span class=\"control text\"><span class=\"name\">text</span><span "
            "class=\"field\">hello</span></span>");
  EXPECT_THAT(element("text-2"), AllOf(HasSubstr("••••"), Not(HasSubstr("secret"))));
  EXPECT_THAT(element("text-area"), HasSubstr("<pre class=\"field\">line1\nline2</pre>"));
  EXPECT_THAT(element("number"), HasSubstr(">3<"));
  EXPECT_THAT(element("date"), HasSubstr(">2024-01-02<"));
  EXPECT_THAT(element("datetime"), HasSubstr(">2024-01-02 03:04:00<"));
  EXPECT_THAT(element("date-range"), HasSubstr(">2024-01-02 – 2024-02-03<"));
  EXPECT_THAT(element("file"), HasSubstr(">no file<"));
  EXPECT_THAT(element("file-browser"), AllOf(HasSubstr(">files<"), HasSubstr(">no file<")));
  EXPECT_THAT(element("matrix"), HasSubstr("<td class=\"number\">4</td>"));
}

TEST(MarimoElements, ButtonsShowTheirLabels) {
  EXPECT_EQ(element("button"), "<span class=\"button success\">press</span>");
  EXPECT_THAT(element("refresh"), HasSubstr("refresh every 1s"));
}

TEST(MarimoElements, CodeEditorsAreColoured) {
  EXPECT_THAT(element("code-editor"), HasSubstr("<span class=\"nb\">print</span>("));
}

TEST(MarimoElements, ContainersShowWhatIsInThem) {
  EXPECT_THAT(element("form"), AllOf(HasSubstr(">form label<"), HasSubstr(">inner<"), HasSubstr(">Send<")));
  EXPECT_THAT(element("array"), AllOf(HasSubstr("control slider"), HasSubstr(">q<")));
  EXPECT_THAT(element("dictionary"),
              AllOf(HasSubstr("<span class=\"key\">k</span>"), HasSubstr("control slider")));
  EXPECT_THAT(element("batch"), AllOf(HasSubstr("batch <span class=\"control text\">"), HasSubstr(">A<")));
}

TEST(MarimoElements, TablesShowTheirRows) {
  const std::string table = element("table");
  EXPECT_THAT(table, AllOf(HasSubstr(">tab<"), HasSubstr("<th class=\"number\">n</th>"),
                           HasSubstr("<td class=\"text\">y &lt;b&gt;</td>"),
                           HasSubstr("<td class=\"number\">NaN</td>"), HasSubstr("3 rows, 4 columns"),
                           Not(HasSubstr("_marimo_row_id"))));
  EXPECT_THAT(element("table-of-values"), HasSubstr("<strong>m</strong>"));
  EXPECT_THAT(element("data-editor"), HasSubstr("<td class=\"text\">y &lt;b&gt;</td>"));
  EXPECT_THAT(element("data-explorer"), HasSubstr("<td class=\"number\">2.25</td>"));
  EXPECT_THAT(element("dataframe"), AllOf(HasSubstr("<code>df</code>, 3 rows"), HasSubstr("<code>s</code>")));
}

TEST(MarimoElements, TablesWhoseRowsAreElsewhereSayHowMany) {
  EXPECT_THAT(
      html_of(
          "<marimo-table data-data='&quot;./@file/12-x.json&quot;' data-total-rows='1000'></marimo-table>"),
      HasSubstr("A table of 1000 rows, whose data are not part of the export."));
}

TEST(MarimoElements, RowsThatWereChosenAndThoseLeftOutAreMarked) {
  const std::string html = html_of(
      "<marimo-table data-initial-value='[1]' "
      "data-data='&quot;[{&#92;&quot;a&#92;&quot;:1},{&#92;&quot;a&#92;&quot;:2}]&quot;' "
      "data-total-rows='50'></marimo-table>");
  EXPECT_THAT(html, AllOf(HasSubstr("<tr class=\"chosen\"><td class=\"number\">2</td>"),
                          HasSubstr("2 of 50 rows, 1 column")));
}

TEST(MarimoElements, SectionsOpenAndClose) {
  EXPECT_THAT(element("tabs"), AllOf(HasSubstr("<details open><summary>one</summary>"),
                                     HasSubstr("<details><summary>two</summary>")));
  EXPECT_THAT(element("accordion"),
              AllOf(HasSubstr("<details><summary>A</summary>"), HasSubstr("<strong>aa</strong>")));
  EXPECT_THAT(element("carousel"), HasSubstr("<ol class=\"slides\"><li>"));
}

TEST(MarimoElements, CalloutsHaveTheirKind) {
  const std::string html = element("callouts");
  for (const std::string_view kind : {"neutral", "warn", "success", "info", "danger"}) {
    EXPECT_THAT(html, HasSubstr("<div class=\"callout " + std::string(kind) + "\" role=\"note\">"));
  }
}

TEST(MarimoElements, StatisticsSayWhetherTheirChangeIsGood) {
  EXPECT_THAT(element("stats"),
              AllOf(HasSubstr(">$100<"), HasSubstr("caption good\"><span role=\"img\" aria-label=\"up\">"),
                    HasSubstr(">3.5<"), HasSubstr("caption bad")));
}

TEST(MarimoElements, WhatNeedsAScriptSaysSo) {
  EXPECT_THAT(element("mermaid"), AllOf(HasSubstr("A[x] --&gt; B{y &lt; z}"), HasSubstr("needs a script")));
  EXPECT_THAT(element("vega"), AllOf(HasSubstr("alt lab"), HasSubstr("point")));
  EXPECT_THAT(element("plotly"), AllOf(HasSubstr("Bars"), HasSubstr("bar")));
  EXPECT_THAT(element("lazy"), HasSubstr("not part of an export"));
  EXPECT_THAT(element("anywidget"), AllOf(HasSubstr("anywidget"), HasSubstr("{\"count\":3}")));
}

TEST(MarimoElements, MenusLead) {
  EXPECT_THAT(element("nav-menu"),
              AllOf(HasSubstr("<nav class=\"menu\""), HasSubstr("<a href=\"#a\">A</a>")));
  EXPECT_THAT(element("sidebar"),
              AllOf(HasSubstr("<aside"), HasSubstr("<a href=\"https://x.org\">X</a>"), HasSubstr("desc")));
  EXPECT_THAT(html_of("<marimo-nav-menu "
                      "data-items='[{&quot;label&quot;:&quot;x&quot;,&quot;href&quot;:&quot;javascript:alert("
                      "1)&quot;}]'></marimo-nav-menu>"),
              Not(HasSubstr("javascript")));
}

TEST(MarimoElements, ProgressShowsHowFarItCame) {
  EXPECT_THAT(element("progress"), AllOf(HasSubstr(">done!<"), HasSubstr("right:0.0%"), HasSubstr("3 of 3")));
  EXPECT_THAT(element("spinner"), HasSubstr(">Loading<"));
}

TEST(MarimoElements, MediaAreShownWhenTheyAreInThePage) {
  EXPECT_THAT(element("media"),
              AllOf(HasSubstr("download=\"a.txt\" href=\"data:text/plain;base64,YWJj\">Get it"),
                    HasSubstr("image “remote”, not in this page"),
                    HasSubstr("src=\"data:image/png;base64,iVBORw0KGgo=\""), HasSubstr("<b>hi</b>")));
  EXPECT_THAT(element("image-comparison"), HasSubstr("image “before”, not in this page"));
}

TEST(MarimoElements, FormulasBecomeMathml) {
  EXPECT_THAT(html_of("<marimo-tex class=\"arithmatex\">||(a &lt; b||)</marimo-tex>"),
              HasSubstr("<math><mrow><mi>a</mi><mo>&lt;</mo>"));
  EXPECT_THAT(html_of("<marimo-tex class=\"arithmatex\">||[\nx\n||]</marimo-tex>"),
              HasSubstr("<math display=\"block\""));
  EXPECT_THAT(html_of("<marimo-tex class=\"arithmatex\">||(||(x||)||)</marimo-tex>"),
              HasSubstr("<math display=\"block\""));
}

TEST(MarimoElements, TreesAndValuesOfOtherTypesAreShown) {
  EXPECT_THAT(element("tree"), AllOf(HasSubstr("the tree"), HasSubstr("2.5"), HasSubstr("None")));
  EXPECT_THAT(html_of("<marimo-mime-renderer data-mime='&quot;application/vnd.marimo+mimebundle&quot;' "
                      "data-data='&quot;{&#92;&quot;image/png&#92;&quot;: "
                      "&#92;&quot;data:image/png;base64,AA==&#92;&quot;}&quot;'></marimo-mime-renderer>"),
              HasSubstr("<img alt=\"image\" src=\"data:image/png;base64,AA==\">"));
}

TEST(MarimoElements, NoneOfThemIsAnEmptyGapOrLeftAsItWas) {
  for (const auto& sample : samples()) {
    if (sample.key() == "outline") continue;  // filled when the whole page is known
    const std::string html = element(sample.key());
    EXPECT_FALSE(text_of_html(html).empty()) << sample.key();
    EXPECT_THAT(html, Not(HasSubstr("<marimo-"))) << sample.key();
  }
}

TEST(MarimoElements, BrokenAttributesAreNoReasonToFail) {
  for (const auto& sample : samples()) {
    const std::string_view name = sample.key();
    EXPECT_NO_THROW(html_of("<marimo-" + std::string(name) +
                            " data-label='{' data-initial-value='[[' data-data='7' data-options='{}'>"));
    EXPECT_NO_THROW(html_of("<marimo-" + std::string(name) +
                            " data-initial-value='{&quot;a&quot;:1}' data-start='1e308' data-stop='-1e308' "
                            "data-items='[1,[2]]'>"));
  }
}

}  // namespace
}  // namespace cloche::rendering
