#include "execution/command_text.hpp"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

namespace cloche::execution {
namespace {

TEST(CommandText, OpensWithEverythingThatAWorkerNeeds) {
  notebook::Notebook notebook;
  notebook::Cell cell;
  cell.id = "Hbol";
  cell.name = "total";
  cell.kind = notebook::CellKind::function;
  cell.source = "x = \"ä\"\n\ty\x01";
  cell.line = 7;
  notebook.cells = {cell, notebook::Cell{}};
  notebook::Graph graph;
  graph.cells = {{{"x"}, {"y", "z"}, {}, {"_p"}}, {}};
  Request request;
  request.graph = &graph;
  request.notebook_path = "/home/me/n b.py";
  request.arguments = {"--size", "3\n"};
  request.representations = Representations::marimo;

  const std::string text = open_command(notebook, request, "0f0f");
  ASSERT_EQ(text.back(), '\n');
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_EQ(boost::json::parse(text), boost::json::parse(R"({"open": {
    "path": "/home/me/n b.py", "arguments": ["--size", "3\n"], "representations": "marimo", "marker": "0f0f",
    "cells": [
      {"id": "Hbol", "name": "total", "kind": "function", "source": "x = \"ä\"\n\ty\u0001", "line": 7,
       "definitions": ["x"], "references": ["y", "z"], "private": ["_p"]},
      {"id": "", "name": "_", "kind": "code", "source": "", "line": 0,
       "definitions": [], "references": [], "private": []}]}})"));
}

TEST(CommandText, RunsACellByItsId) {
  EXPECT_EQ(run_command("a\"b"), "{\"run\":\"a\\\"b\"}\n");
}

}  // namespace
}  // namespace cloche::execution
