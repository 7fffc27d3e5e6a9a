#include "rendering/json_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rendering/json.hpp"
#include "rendering/rendered.hpp"

namespace cloche::rendering {
namespace {

using testing::HasSubstr;

std::string tree_of(std::string_view json, JsonLeaves leaves = JsonLeaves::python) {
  Page page;
  append_json_tree(page, parse_json(json).value(), leaves);
  return page.out;
}

TEST(JsonTree, ShortListsStandOnALine) {
  EXPECT_EQ(tree_of("[1, \"a<b\", null, true]"),
            "<div class=\"json\">[<span class=\"mi\">1</span>, <span class=\"s\">\"a&lt;b\"</span>, <span "
            "class=\"kc\">None</span>, <span class=\"kc\">True</span>]</div>");
  EXPECT_EQ(tree_of("{}"), "<div class=\"json\">{}</div>");
  EXPECT_EQ(tree_of("null", JsonLeaves::plain), "<div class=\"json\"><span class=\"kc\">null</span></div>");
}

TEST(JsonTree, TypedLeavesShowWhatPythonPrints) {
  const std::string html =
      tree_of(R"(["text/plain+float:1.0", "text/plain+bigint:100000000000000000000", "text/plain+set:[3]",
    "text/plain+frozenset:[1]", "text/plain:1j"])");
  for (const std::string_view value :
       {">1.0<", ">100000000000000000000<", ">{3}<", ">frozenset({1})<", ">1j<"}) {
    EXPECT_THAT(html, HasSubstr(value));
  }
}

TEST(JsonTree, LeavesOfOtherTypesAreShownAsWhatTheyAre) {
  EXPECT_THAT(tree_of(R"(["text/html:<b>x</b><script>y</script>"])"), HasSubstr("<b>x</b></li>"));
  EXPECT_THAT(tree_of(R"(["image/png:data:image/png;base64,AA=="])"),
              HasSubstr("<img alt=\"image\" src=\"data:image/png;base64,AA==\">"));
  EXPECT_THAT(tree_of(R"(["text/html:<b>x</b>"])", JsonLeaves::plain), HasSubstr("text/html:&lt;b&gt;"));
  EXPECT_THAT(tree_of(R"(["a/b:c", "http://e.org"])"), HasSubstr("\"http://e.org\""))
      << "not every colon ends a type";
}

TEST(JsonTree, KeysShowTheirPythonValues) {
  const std::string html = tree_of(
      R"({"text/plain+int:3": 1, "text/plain+tuple:[1, 2]": 2, "text/plain+none:": 3, "text/plain+str:text/plain+x": 4, "<k>": 5})");
  for (const std::string_view key : {">3<", ">(1, 2)<", ">None<", ">text/plain+x<", ">&lt;k&gt;<"})
    EXPECT_THAT(html, HasSubstr(key));
}

TEST(JsonTree, NestedValuesOpenAtTheFirstLevels) {
  const std::string html = tree_of(R"({"a": {"b": {"c": [[1], [2]], "d": [[1], [2]]}}})");
  EXPECT_THAT(html, HasSubstr("<details open><summary><span class=\"count\">1 entry</span></summary>"));
  EXPECT_THAT(
      html,
      HasSubstr(
          "<details><summary><span class=\"key\">b</span> <span class=\"count\">2 entries</span></summary>"));
}

TEST(JsonTree, LongListsComeInGroups) {
  std::string json = "[0";
  for (int i = 1; i < 1000; ++i) json += ',' + std::to_string(i);
  EXPECT_THAT(tree_of(json + ']'), HasSubstr("<span class=\"count\">900 to 999</span>"));
}

TEST(JsonTree, DepthIsBounded) {
  const std::string html = tree_of(repeated("[", 400) + "1" + repeated("]", 400));
  EXPECT_THAT(html, HasSubstr("<code>[[[["));
}

TEST(Json, NumbersThatJsonLacksAreRead) {
  const auto value = parse_json(R"({"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" NaN"})");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->at("a").as_string(), "NaN");
  EXPECT_EQ(value->at("b").at(0).as_string(), "-Infinity");
  EXPECT_EQ(value->at("c").as_string(), "NaN \" NaN");
  EXPECT_FALSE(parse_json("{nope}"));
}

TEST(Json, NumbersAreWrittenAsPythonWritesThem) {
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(1.0), "1.0");
  EXPECT_EQ(number_text(0.1), "0.1");
}

}  // namespace
}  // namespace cloche::rendering
