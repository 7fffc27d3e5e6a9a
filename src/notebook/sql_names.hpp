#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cloche::notebook {

/// Something that SQL text creates: `CREATE TABLE shop.orders`, `ATTACH 'shop.db'`.
struct SqlDefinition {
  enum class Kind { table, schema, catalog };
  Kind kind = Kind::table;
  /// "orders"
  std::string name;
  /// "shop.orders"
  std::string qualified_name;
};

/// The tables that SQL text needs and makes, by marimo's rules; names of tables in lower case.
struct SqlNames {
  std::vector<SqlDefinition> definitions;
  /// Qualified as in the text: "orders", "shop.orders".
  std::vector<std::string> references;
};

/// Reads statements of duckdb's dialect as far as one must to find names of tables; takes any text.
SqlNames find_sql_names(std::string_view sql);

}  // namespace cloche::notebook
