#include "rendering/session_export.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace cloche::rendering {
namespace {

using namespace notebook;
namespace json = boost::json;

Cell cell(std::string id, std::string source, CellStatus status, std::vector<Output> outputs = {}) {
  Cell result;
  result.id = std::move(id);
  result.source = std::move(source);
  result.status = status;
  result.outputs = std::move(outputs);
  return result;
}

Notebook ran(std::vector<Cell> cells) {
  Notebook result;
  result.cells = std::move(cells);
  result.run = RunRecord{};
  return result;
}

json::value only_cell(Cell cell) {
  return json::parse(render_session(ran({std::move(cell)}))).at("cells").at(0);
}

TEST(Session, IsWrittenAsMarimoWritesIt) {
  Notebook notebook = ran({cell("Hbol", "1 + 1", CellStatus::succeeded,
                                {StreamOutput{StreamName::standard_output, "hi é☃𝄞\n"},
                                 ResultOutput{{{"text/html", "<b>2</b>"}}, {}}})});
  notebook.generated_with = "0.24.0";
  EXPECT_EQ(render_session(notebook), R"({
  "version": "1",
  "metadata": {
    "marimo_version": "0.24.0",
    "script_metadata_hash": null
  },
  "cells": [
    {
      "id": "Hbol",
      "code_hash": "def8a3471bce29990509c6451dec3b0c",
      "outputs": [
        {
          "type": "data",
          "data": {
            "text/html": "<b>2</b>"
          }
        }
      ],
      "console": [
        {
          "type": "stream",
          "name": "stdout",
          "text": "hi \u00e9\u2603\ud834\udd1e\n",
          "mimetype": "text/plain"
        }
      ]
    }
  ]
})");
}

TEST(Session, AnEmptyNotebookIsValid) {
  EXPECT_EQ(json::parse(render_session({})).at("cells").as_array().size(), 0U);
}

TEST(Session, MetadataHashIsMarimos) {
  Notebook notebook = ran({});
  notebook.script_metadata = "requires-python = \">=3.12\"\ndependencies = [\n    \"marimo\",\n]\n";
  EXPECT_EQ(json::parse(render_session(notebook)).at("metadata").at("script_metadata_hash"),
            "da873d5d09e69dbc37de3cbfd95dec06");
  notebook.script_metadata = "dependencies = [";
  EXPECT_TRUE(json::parse(render_session(notebook)).at("metadata").at("script_metadata_hash").is_null());
}

TEST(Session, AVersionThatRanIsBetterThanTheOneThatWrote) {
  Notebook notebook = ran({});
  notebook.generated_with = "0.20.0";
  notebook.run->packages = {{"numpy", "2"}, {"marimo", "0.24.0"}};
  EXPECT_EQ(json::parse(render_session(notebook)).at("metadata").at("marimo_version"), "0.24.0");
}

TEST(Session, ACellThatShowsNothingHasEmptyText) {
  const json::value cell_json = only_cell(cell("a", "x = 1", CellStatus::succeeded));
  EXPECT_EQ(cell_json.at("outputs").at(0).at("data").at("text/plain"), "");
}

TEST(Session, CellsThatDidNotRunHaveNoOutput) {
  const json::value disabled = only_cell(cell("a", "x", CellStatus::disabled));
  EXPECT_TRUE(disabled.at("outputs").as_array().empty());
  EXPECT_TRUE(disabled.at("code_hash").is_string());
  const json::value unseen = only_cell(cell("a", "x", CellStatus::not_run));
  EXPECT_TRUE(unseen.at("outputs").as_array().empty());
  EXPECT_TRUE(unseen.at("code_hash").is_null());
  EXPECT_TRUE(only_cell(cell("a", "", CellStatus::succeeded)).at("code_hash").is_null());
}

TEST(Session, ErrorsHaveMarimosTags) {
  const json::value failed = only_cell(cell("a", "1/0", CellStatus::failed,
                                            {ErrorOutput{"exception", "ZeroDivisionError", "division by zero",
                                                         "Traceback\nZeroDivisionError: <x>", 1}}));
  EXPECT_EQ(json::serialize(failed.at("outputs")),
            R"([{"type":"error","ename":"exception","evalue":"division by zero","traceback":null}])");
  const json::value& console = failed.at("console").at(0);
  EXPECT_EQ(console.at("mimetype"), "application/vnd.marimo+traceback");
  EXPECT_EQ(console.at("name"), "stderr");
  EXPECT_TRUE(console.at("text").as_string().starts_with("<span class=\"codehilite\">"));
  EXPECT_NE(console.at("text").as_string().find("&lt;x&gt;"), json::string::npos);
  const json::value twice = only_cell(
      cell("a", "x = y = 1", CellStatus::failed,
           {ErrorOutput{"multiple-defs", "", "The variable 'x' was defined by another cell", "", 0},
            ErrorOutput{"multiple-defs", "", "The variable 'y' was defined by another cell", "", 0}}));
  EXPECT_EQ(twice.at("outputs").as_array().size(), 2U);
  EXPECT_TRUE(twice.at("outputs").at(0).at("traceback").as_array().empty());
}

TEST(Session, BundlesAreValuesAndMediaGoToTheConsole) {
  const json::value with_bundle = only_cell(cell(
      "a", "x", CellStatus::succeeded,
      {DisplayOutput{{{"image/png", "data:image/png;base64,AA=="}}, {}},
       ResultOutput{{{"application/vnd.marimo+mimebundle", R"({"text/html": "<i>", "n": [1, 2.5]})"}}, {}}}));
  EXPECT_EQ(json::serialize(with_bundle.at("outputs").at(0).at("data")),
            R"({"application/vnd.marimo+mimebundle":{"text/html":"<i>","n":[1,2.5E0]}})");
  EXPECT_EQ(
      json::serialize(with_bundle.at("console").at(0)),
      R"({"type":"streamMedia","name":"media","mimetype":"image/png","data":"data:image/png;base64,AA=="})");
  const json::value figure =
      only_cell(cell("a", "x", CellStatus::succeeded,
                     {ResultOutput{{{"application/vnd.marimo+mimebundle", R"({"__metadata__": {}})"}}, {}}}));
  EXPECT_EQ(figure.at("outputs").at(0).at("data").at("application/vnd.marimo+mimebundle"),
            R"({"__metadata__": {}})");
}

TEST(Session, OnlyTheFirstRepresentationIsWritten) {
  EXPECT_EQ(json::serialize(only_cell(cell("a", "x", CellStatus::succeeded,
                                           {ResultOutput{{{"text/html", "<i>"}, {"text/plain", "i"}}, {}}}))
                                .at("outputs")),
            R"([{"type":"data","data":{"text/html":"<i>"}}])");
}

TEST(Session, BytesThatAreNotTextAreReplaced) {
  const std::string session = render_session(
      ran({cell("a", "x", CellStatus::succeeded, {StreamOutput{StreamName::standard_output, "a\xFF\x01"}})}));
  EXPECT_NE(session.find("a\\ufffd\\u0001"), std::string::npos);
}

}  // namespace
}  // namespace cloche::rendering
