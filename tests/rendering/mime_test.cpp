#include "rendering/mime.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string bundle_of(const notebook::MimeBundle& bundle, std::string_view metadata = {}) {
  Page page;
  append_bundle(page, bundle, metadata);
  return page.out;
}

TEST(Mime, PlainTextStaysText) {
  EXPECT_EQ(mime_of("text/plain", "<b>\x1b[1mx"),
            "<pre class=\"plain\">&lt;b&gt;<span class=\"ansi-bold\">x</span></pre>");
  Page page;
  EXPECT_FALSE(append_mime(page, "text/plain", "")) << "a cell that shows nothing";
  EXPECT_EQ(page.out, "");
}

TEST(Mime, ImagesBecomeDataUrls) {
  EXPECT_EQ(mime_of("image/png", "iVBO\nRw=="), "<img alt=\"image\" src=\"data:image/png;base64,iVBORw==\">");
  EXPECT_EQ(mime_of("image/jpeg", "data:image/jpeg;base64,AA=="),
            "<img alt=\"image\" src=\"data:image/jpeg;base64,AA==\">");
  EXPECT_EQ(mime_of("image/png", "\" onerror=\"x"),
            "<img alt=\"image\" src=\"data:image/png;base64,&quot; onerror=&quot;x\">");
}

TEST(Mime, SvgIsAPictureThatCannotRunScripts) {
  EXPECT_EQ(mime_of("image/svg+xml", "<svg id=\"a\"><script>x</script></svg>"),
            "<img alt=\"image\" src=\"data:image/svg+xml,%3Csvg "
            "id=%22a%22%3E%3Cscript%3Ex%3C/script%3E%3C/svg%3E\">");
}

TEST(Mime, MarimosMarkdownIsHtmlAndOthersIsMarkdown) {
  EXPECT_EQ(
      mime_of("text/markdown", "<span class=\"markdown prose dark:prose-invert contents\"><b>x</b></span>"),
      "<span class=\"markdown prose dark:prose-invert contents\"><b>x</b></span>");
  EXPECT_EQ(mime_of("text/markdown", "**x** <script>y</script>"),
            "<div class=\"markdown\"><p><strong>x</strong> </p></div>");
}

TEST(Mime, CsvIsATable) {
  EXPECT_EQ(mime_of("text/csv", "a,b\n1,\"x,\"\"y\"\n"),
            "<div class=\"table\"><table><thead><tr><th class=\"number\">a</th><th "
            "class=\"text\">b</th></tr></thead><tbody><tr>"
            "<td class=\"number\">1</td><td class=\"text\">x,\"y</td></tr></tbody></table></div>");
  EXPECT_THAT(mime_of("text/csv", "n\n" + repeated("1\n", 1000)), HasSubstr("the first 500 of 1000 rows"));
}

TEST(Mime, ScriptsThatWouldDrawSomethingAreReplacedByABox) {
  const std::string html = mime_of("text/html", "<div id='plot'></div><script>draw('</b>')</script>");
  EXPECT_THAT(html, HasSubstr("needs scripts to be drawn"));
  EXPECT_THAT(html, HasSubstr("draw('&lt;/b&gt;')"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(Mime, ChartsSayWhatTheyShow) {
  const std::string html = mime_of(
      "application/vnd.vegalite.v5+json",
      R"({"title": "Tides", "mark": {"type": "bar"}, "encoding": {"x": {"field": "hour"}, "y": {"field": "height", "aggregate": "mean"}},
                                       "data": {"name": "d"}, "datasets": {"d": [{"hour": 1, "height": 2.5}]}})");
  for (const std::string_view part : {"Tides", "bar", "<code>hour</code>", "<code>mean(height)</code>",
                                      "<td class=\"number\">2.5</td>", "specification"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  EXPECT_THAT(mime_of("application/vnd.vegalite.v5+json", "no json"), HasSubstr("A chart"));
}

TEST(Mime, SoundAndFilmsCanBePlayed) {
  EXPECT_EQ(mime_of("video/mp4", "AA=="), "<video controls src=\"data:video/mp4;base64,AA==\"></video>");
  EXPECT_EQ(mime_of("audio/wav", "data:audio/wav;base64,AA=="),
            "<audio controls src=\"data:audio/wav;base64,AA==\"></audio>");
}

TEST(Mime, UnknownTypesAreNamed) {
  EXPECT_EQ(mime_of("application/x-<odd>", std::string(12'345, 'x')),
            "<div class=\"box\"><p>A value of type <code>application/x-&lt;odd&gt;</code>, 12 kB, which a "
            "static page cannot "
            "show.</p></div>");
}

TEST(Mime, BundlesShowWhatSaysMostOnAStaticPage) {
  const std::string element =
      "<marimo-ui-element><marimo-table data-data='\"./@file/1-x\"'></marimo-table></marimo-ui-element>";
  EXPECT_THAT(bundle_of({{"text/html", element}, {"text/html", "<table><tr><td>1</td></tr></table>"}}),
              HasSubstr("<td>1</td>"));
  EXPECT_THAT(
      bundle_of({{"application/vnd.vegalite.v5+json", "{}"}, {"image/png", "AA=="}, {"text/plain", "x"}}),
      HasSubstr("<img"));
  EXPECT_THAT(bundle_of({{"text/plain", "x"}, {"text/html", "<i>h</i>"}}), HasSubstr("<i>h</i>"));
  EXPECT_THAT(bundle_of({{"text/html", "<div></div><script>x</script>"}, {"image/png", "AA=="}}),
              HasSubstr("<img"));
  EXPECT_EQ(bundle_of({}), "");
}

TEST(Mime, BundlesOfMarimoGiveTheSizeOfTheirPictures) {
  EXPECT_EQ(
      mime_of(
          "application/vnd.marimo+mimebundle",
          R"({"image/png": "data:image/png;base64,AA==", "__metadata__": {"image/png": {"width": 557, "height": 413}}})"),
      "<img alt=\"figure\" width=\"557\" height=\"413\" src=\"data:image/png;base64,AA==\">");
  EXPECT_EQ(bundle_of({{"image/png", "AA=="}}, R"({"image/png": {"width": 20}})"),
            "<img alt=\"figure\" width=\"20\" src=\"data:image/png;base64,AA==\">");
}

TEST(Mime, LatexBecomesMathml) {
  EXPECT_THAT(mime_of("text/latex", "$\\frac12$"), HasSubstr("<mfrac><mn>1</mn><mn>2</mn></mfrac>"));
  EXPECT_THAT(mime_of("text/latex", "Then $x$ costs \\$5 <b>"), HasSubstr("costs \\$5 &lt;b&gt;</p>"));
  EXPECT_THAT(mime_of("text/latex", "\\begin{pmatrix}1\\end{pmatrix}"), HasSubstr("<mtable"));
}

}  // namespace
}  // namespace cloche::rendering
