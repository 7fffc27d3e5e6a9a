#include "rendering/html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/html_fragment.hpp"

namespace cloche::rendering {
namespace {

using namespace notebook;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Cell cell(std::string id, std::string source, std::vector<Output> outputs = {},
          CellStatus status = CellStatus::succeeded) {
  Cell result;
  result.id = std::move(id);
  result.source = std::move(source);
  result.outputs = std::move(outputs);
  result.status = status;
  return result;
}

Output html_result(std::string html) {
  return ResultOutput{{{"text/html", std::move(html)}}, {}};
}

Notebook notebook_of(std::vector<Cell> cells) {
  Notebook result;
  result.cells = std::move(cells);
  result.run = RunRecord{};
  result.run->duration = std::chrono::milliseconds(1234);
  result.run->language_version = "3.11.4";
  return result;
}

std::string page(const Notebook& notebook, bool include_code = true) {
  return render_html(notebook, {include_code, "tides.py"});
}

std::string main_of(const std::string& page) {
  const std::size_t start = page.find("<main");
  return page.substr(start, page.find("</main>") - start);
}

TEST(Page, SaysWhatRanHowLongAndWithWhat) {
  Notebook notebook = notebook_of({cell("a", "1"), cell("b", "2")});
  notebook.run->packages = {{"numpy", "2.3.1"}, {"pandas", "2.3.0"}};
  notebook.run->started = std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);
  EXPECT_THAT(text_of_html(main_of(page(notebook))),
              testing::StartsWith("tides tides.py · 2 cells in 1.2 s · Python 3.11.4, numpy 2.3.1, pandas "
                                  "2.3.0 · 30 November 2026 "));
}

TEST(Page, IsTitledByTheAppThenByItsFirstHeadingThenByItsFile) {
  Notebook notebook = notebook_of({cell("a", "1", {html_result("<h1>Heading &amp; more</h1><p>x</p>")})});
  EXPECT_THAT(page(notebook), AllOf(HasSubstr("<title>Heading &amp; more</title>"),
                                    HasSubstr("<h1>Heading &amp; more</h1>")));
  EXPECT_EQ(main_of(page(notebook)).find("Heading"), main_of(page(notebook)).rfind("Heading")) << "not twice";
  notebook.options = {{"app_title", "\"App <b>\""}};
  EXPECT_THAT(page(notebook), AllOf(HasSubstr("<title>App &lt;b&gt;</title>"),
                                    HasSubstr("<h2 id=\"heading-more\">Heading &amp; more</h2>")));
  EXPECT_THAT(page(notebook_of({cell("a", "1")})), HasSubstr("<title>tides</title>"));
}

TEST(Page, ShowsCodeThenWhatWasPrintedThenTheResult) {
  const std::string html = page(
      notebook_of({cell("a", "x",
                        {html_result("<i>result</i>"), StreamOutput{StreamName::standard_output, "printed\n"},
                         StreamOutput{StreamName::standard_error, "warned\n"}})}));
  const auto at = [&](std::string_view text) { return html.find(text); };
  EXPECT_LT(at("<figure class=\"code\">"), at("printed"));
  EXPECT_LT(at("printed"), at("warned"));
  EXPECT_LT(at("warned"), at("<i>result</i>"));
  EXPECT_THAT(
      html,
      HasSubstr("<pre class=\"stream stderr\" role=\"group\" aria-label=\"standard error\">warned</pre>"));
}

TEST(Page, FoldsHiddenCodeAndProse) {
  Notebook notebook = notebook_of({cell("a", "hidden = 1"), cell("b", "mo.md('x')", {html_result("x")})});
  notebook.cells[0].options.hide_code = true;
  EXPECT_THAT(main_of(page(notebook)),
              AllOf(HasSubstr("<details class=\"hidden-code\"><summary>code</summary>"),
                    HasSubstr("class=\"cell prose\"")));
}

TEST(Page, HasNoCodeAnywhereWhenNoneIsWanted) {
  Notebook notebook = notebook_of(
      {cell("a", "secret_name = 1", {html_result("<i>r</i>")}),
       cell("b", "secret_name()",
            {ErrorOutput{"exception", "TypeError", "not callable",
                         "  File \"x\", line 1\n    secret_name()\n", 1}},
            CellStatus::failed),
       cell("c", "secret_name(",
            {ErrorOutput{"syntax", "", "line 1\n  secret_name(\n  ^\nSyntaxError: '(' was never closed", "",
                         1}},
            CellStatus::failed)});
  EXPECT_THAT(page(notebook), HasSubstr("secret_name"));
  EXPECT_THAT(page(notebook, false),
              AllOf(Not(HasSubstr("secret_name")), HasSubstr("<i>r</i>"),
                    HasSubstr("TypeError: not callable"), HasSubstr("SyntaxError: '(' was never closed")));
}

TEST(Page, SaysFirstWhatFailedAndFoldsTheTraceback) {
  const std::string html = page(
      notebook_of({cell("a", "1/0",
                        {ErrorOutput{"exception", "ZeroDivisionError", "division by zero",
                                     "Traceback (most recent call last):\n  File \"tides.py\", line 3, in "
                                     "<module>\n    1/0\n    ~^~\nZeroDivisionError: division by zero\n",
                                     1}},
                        CellStatus::failed)}));
  EXPECT_THAT(
      html,
      HasSubstr("<strong>ZeroDivisionError: division by zero</strong> <span class=\"place\">line 1</span>"));
  EXPECT_THAT(
      html,
      HasSubstr(
          "<details class=\"traceback\"><summary>traceback</summary><pre><span class=\"gt\">Traceback"));
  EXPECT_THAT(html, HasSubstr("in <span class=\"n\">&lt;module&gt;</span>"));
  EXPECT_THAT(html, HasSubstr("<a class=\"bad\" href=\"#cell-a\">1 cell failed</a>"));
}

TEST(Page, LinksEachOfSeveralFailures) {
  const ErrorOutput error{"cycle", "", "This cell is in a cycle", "", 0};
  EXPECT_THAT(
      page(notebook_of({cell("a", "x = y", {error}, CellStatus::failed), cell("b", "1"),
                        cell("c", "y = x", {error}, CellStatus::failed)})),
      AllOf(HasSubstr("2 cells failed:"),
            HasSubstr(
                "<a class=\"bad\" href=\"#cell-a\">cell 1</a>, <a class=\"bad\" href=\"#cell-c\">cell 3</a>"),
            HasSubstr("<strong class=\"sentence\">This cell is in a cycle</strong>")));
}

TEST(Page, SaysWhyACellDidNotRun) {
  Notebook notebook =
      notebook_of({cell("a", "1",
                        {ErrorOutput{"exception", "Ancestor raised",
                                     "An ancestor raised an exception (KeyError): ", "", 0}},
                        CellStatus::prevented),
                   cell("b", "1", {}, CellStatus::disabled), cell("c", "1", {}, CellStatus::prevented)});
  EXPECT_THAT(page(notebook),
              AllOf(HasSubstr("<p class=\"reason\">Not run: a cell that it needs raised KeyError.</p>"),
                    HasSubstr("Not run: it is disabled, or a cell that it needs is."),
                    HasSubstr("Not run: a cell that it needs failed."), Not(HasSubstr("failed</a>"))));
}

TEST(Page, SaysThatTheRunEndedEarly) {
  Notebook notebook =
      notebook_of({cell("a", "1", {html_result("kept")}), cell("b", "2", {}, CellStatus::timed_out),
                   cell("c", "3", {}, CellStatus::not_run)});
  notebook.run->ended_early = "time-out after 5 s";
  EXPECT_THAT(page(notebook), AllOf(HasSubstr("<strong>The run ended early:</strong> time-out after 5 s."),
                                    HasSubstr("kept"), HasSubstr("Stopped: it took too long."),
                                    HasSubstr("Not run: the run ended before its turn.")));
}

TEST(Page, HasNothingForCellsThatShowNothing) {
  EXPECT_THAT(page(notebook_of({cell("a", "x = 1", {ResultOutput{{{"text/plain", ""}}, {}}})}), false),
              Not(HasSubstr("cell-a")));
}

TEST(Page, TakesItsWidthFromTheApp) {
  Notebook notebook = notebook_of({cell("a", "1")});
  EXPECT_THAT(page(notebook), HasSubstr("<body class=\"width-compact\">"));
  notebook.options = {{"width", "\"full\""}};
  EXPECT_THAT(page(notebook), HasSubstr("<body class=\"width-full\">"));
  notebook.options = {{"width", "\"</style>\""}};
  EXPECT_THAT(page(notebook), HasSubstr("<body class=\"width-compact\">"));
}

TEST(Page, PutsCellsIntoColumns) {
  Notebook notebook = notebook_of({cell("a", "1"), cell("b", "2"), cell("c", "3")});
  notebook.options = {{"width", "\"columns\""}};
  notebook.cells[0].options.column = 0;
  notebook.cells[2].options.column = 1;
  const std::string html = page(notebook);
  EXPECT_LT(html.find("cell-b"), html.find("</div><div class=\"column\">"));
  EXPECT_GT(html.find("cell-c"), html.find("</div><div class=\"column\">"));
}

TEST(Page, ListsItsContents) {
  const std::string html = page(notebook_of(
      {cell("a", "1", {html_result("<h1>T</h1><h2>One</h2><h3>Two</h3>")}),
       cell("b", "1",
            {html_result("<marimo-callout-output data-html='&quot;&lt;h2&gt;Framed&lt;/h2&gt;&quot;'>")})}));
  EXPECT_THAT(html, HasSubstr("<li class=\"level-2\"><a href=\"#one\">One</a></li><li class=\"level-3\"><a "
                              "href=\"#two\">Two</a></li></ul></nav>"));
}

TEST(Page, ForbidsBrowsersToLoadOrRunAnything) {
  EXPECT_THAT(page(notebook_of({})),
              HasSubstr("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"));
}

TEST(Page, PrintsReprsAndExceptionsAreText) {
  const std::string html = page(notebook_of(
      {cell("a", "# </script><img src=x onerror=alert(1)>",
            {StreamOutput{
                 StreamName::standard_output,
                 "</script><script>alert(2)</script>\n</scRIPt bogus\n<!--<script>\n]]>\n\u2028\u2029\n"},
             html_result("<pre class='text-xs'>&#x27;&lt;/style&gt;&lt;/textarea&gt;&lt;b&gt;not "
                         "bold&lt;/b&gt;&#x27;</pre>")}),
       cell("b", "raise ValueError",
            {ErrorOutput{"exception", "ValueError", "<script>alert(3)</script></ScRiPt >",
                         "ValueError: <script>alert(3)</script>", 1}},
            CellStatus::failed)}));
  EXPECT_THAT(main_of(html), AllOf(Not(HasSubstr("<img")), Not(HasSubstr("<b>")), Not(HasSubstr("<script")),
                                   Not(HasSubstr("<!--")), Not(HasSubstr("]]>")),
                                   HasSubstr("&lt;script&gt;alert(2)"), HasSubstr("&lt;script&gt;alert(3)")));
}

TEST(Page, MarkdownAndRawCellsAreShownAsTheyAreMeant) {
  Cell markdown = cell("m", "# T\n\n**x**");
  markdown.kind = CellKind::markdown;
  Cell html = cell("h", "<b id=\"raw-html\">for html only</b>");
  html.kind = CellKind::raw;
  html.metadata = R"({"format": "text/html"})";
  Cell latex = cell("l", "\\LaTeX{} only");
  latex.kind = CellKind::raw;
  latex.metadata = R"({"raw_mimetype": "text/latex"})";
  Cell undeclared = cell("u", "<plain>");
  undeclared.kind = CellKind::raw;
  EXPECT_THAT(page(notebook_of({markdown, html, latex, undeclared})),
              AllOf(HasSubstr("<strong>x</strong>"), HasSubstr("<b id=\"raw-html\">"),
                    Not(HasSubstr("LaTeX")), HasSubstr("<pre class=\"raw\">&lt;plain&gt;</pre>")));
}

TEST(Page, CellsWithStrangeIdsAreStillTheirOwn) {
  const std::string html = page(notebook_of({cell("sp ace/ü\"<", "1"), cell("x", "1"), cell("x", "2")}));
  EXPECT_THAT(html, AllOf(HasSubstr("id=\"cell-sp-ace/ü&quot;&lt;\""), HasSubstr("id=\"cell-x\""),
                          HasSubstr("id=\"cell-x-2\"")));
}

}  // namespace
}  // namespace cloche::rendering
