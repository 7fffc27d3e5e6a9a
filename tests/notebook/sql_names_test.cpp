#include "notebook/sql_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notebook/graph.hpp"

namespace cloche::notebook {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> tables_of(std::string_view sql) {
  return find_sql_names(sql).references;
}

std::vector<std::string> made_by(std::string_view sql) {
  std::vector<std::string> names;
  for (const SqlDefinition& definition : find_sql_names(sql).definitions)
    names.push_back(definition.qualified_name);
  return names;
}

TEST(SqlNames, AreTheTablesOfAQuery) {
  EXPECT_THAT(tables_of("SELECT * FROM df"), ElementsAre("df"));
  EXPECT_THAT(tables_of("from A join b.c on x = y, d"), ElementsAre("a", "b.c", "d"));
  EXPECT_THAT(tables_of("SELECT * FROM (SELECT * FROM a) z, b"), ElementsAre("a", "b"));
  EXPECT_THAT(tables_of("SELECT (SELECT max(x) FROM a) FROM b UNION SELECT y FROM c"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(tables_of("SELECT * FROM (a JOIN b ON x) -- FROM c\n/* FROM d */"), ElementsAre("a", "b"));
  EXPECT_THAT(tables_of("SELECT * FROM \"My Table\" ; SELECT ';' FROM t"), ElementsAre("my table", "t"));
}

TEST(SqlNames, AreTheTablesThatChange) {
  EXPECT_THAT(tables_of("INSERT INTO t SELECT * FROM u"), ElementsAre("t", "u"));
  EXPECT_THAT(tables_of("UPDATE t SET a = 1"), ElementsAre("t"));
  EXPECT_THAT(tables_of("DELETE FROM t WHERE x IN (SELECT y FROM z)"), ElementsAre("t", "z"));
  EXPECT_THAT(tables_of("DROP TABLE IF EXISTS t"), ElementsAre("t"));
  EXPECT_THAT(tables_of("DESCRIBE t"), ElementsAre("t"));
}

TEST(SqlNames, AreNotFunctionsFilesOrNamedQueries) {
  EXPECT_THAT(tables_of("SELECT * FROM read_csv('x.csv'), 'y.parquet', \"z.json\", unnest(a) u"), IsEmpty());
  EXPECT_THAT(tables_of("WITH q AS (SELECT * FROM a), r AS MATERIALIZED (SELECT 1) SELECT * FROM q, r"),
              ElementsAre("a"));
  EXPECT_THAT(tables_of("SELECT extract(year FROM d), trim(both ' ' FROM s) FROM t"), ElementsAre("t"));
  EXPECT_THAT(tables_of("SELECT a IS DISTINCT FROM b, c IS NOT DISTINCT FROM d FROM t"), ElementsAre("t"));
}

TEST(SqlNames, AreMadeByCreateAndAttach) {
  EXPECT_THAT(made_by("CREATE TABLE t (x int)"), ElementsAre("t"));
  EXPECT_THAT(made_by("create or replace temp view if not exists s.V as select 1"), ElementsAre("s.v"));
  EXPECT_THAT(made_by("CREATE SCHEMA s; ATTACH 'shop.db'; ATTACH 'x.db' AS other; ATTACH 'md:mine'"),
              ElementsAre("s", "shop", "other", "mine"));
  EXPECT_THAT(tables_of("CREATE TABLE t AS SELECT * FROM u; SELECT * FROM t"), ElementsAre("u"));
}

TEST(SqlNames, OfAnyTextAreNoCrash) {
  for (const char* text : {"", "'", "\"", "/*", "--", "((((", "))))", "FROM", "CREATE", "ATTACH", "FROM a.",
                           "FROM (", "WITH a AS"}) {
    EXPECT_THAT(made_by(text), ::testing::Each(::testing::Ne("")));
  }
}

Graph graph_of(const std::vector<std::string>& sources) {
  Notebook notebook;
  for (const std::string& source : sources) {
    Cell cell;
    cell.source = source;
    notebook.cells.push_back(cell);
  }
  return analyze(notebook);
}

TEST(SqlGraph, ConnectsAQueryWithWhoBindsItsTables) {
  EXPECT_THAT(graph_of({"mo.sql(f'SELECT {x} FROM df')", "df = 1"}).parents[0], ElementsAre(1));
  EXPECT_THAT(graph_of({"mo.sql('SELECT * FROM t')", "mo.sql('CREATE TABLE t (x int)')"}).parents[0],
              ElementsAre(1));
  EXPECT_THAT(graph_of({"mo.sql('SELECT * FROM shop.t')", "mo.sql(\"ATTACH 'shop.db'\")"}).parents[0],
              ElementsAre(1));
  EXPECT_THAT(graph_of({"mo.sql('SELECT * FROM a.t')", "mo.sql('CREATE TABLE b.t (x int)')"}).parents[0],
              IsEmpty());
}

TEST(SqlGraph, HidesTablesFromPython) {
  EXPECT_THAT(graph_of({"print(t)", "mo.sql('CREATE TABLE t (x int)')"}).parents[0], IsEmpty());
  EXPECT_THAT(graph_of({"print(t)", "t = mo.sql('CREATE TABLE t (x int)')"}).parents[0], ElementsAre(1));
}

TEST(SqlGraph, AllowsTheSameTableInTwoSchemas) {
  const Graph graph = graph_of({"mo.sql('CREATE TABLE a.t (x int)')", "mo.sql('CREATE TABLE b.t (x int)')"});
  EXPECT_THAT(graph.errors[0], IsEmpty());
  EXPECT_EQ(graph_of({"mo.sql('CREATE TABLE t (x int)')", "t = 1"}).errors[0].size(), 1U);
}

}  // namespace
}  // namespace cloche::notebook
