#include "notebook/sql_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace cloche::notebook {
namespace {

struct Token {
  enum class Kind { word, quoted_name, text, other };
  Kind kind = Kind::other;
  // Lower case but for texts; without quotes.
  std::string text;

  bool is_name() const { return kind == Kind::word || kind == Kind::quoted_name; }
  bool is(std::string_view word) const { return (kind == Kind::word || kind == Kind::other) && text == word; }
};

using Statement = std::vector<Token>;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

std::vector<Statement> split(std::string_view sql) {
  std::vector<Statement> statements(1);
  for (std::size_t i = 0; i < sql.size();) {
    const char c = sql[i];
    std::size_t end = i + 1;
    if (sql.substr(i).starts_with("--")) {
      end = std::min(sql.find('\n', i), sql.size());
    } else if (sql.substr(i).starts_with("/*")) {
      end = std::min(sql.find("*/", i), sql.size() - 2) + 2;
    } else if (c == '"' || c == '\'') {
      const std::size_t close = std::min(sql.find(c, end), sql.size());
      std::string text(sql.substr(end, close - end));
      statements.back().push_back(c == '"' ? Token{Token::Kind::quoted_name, lower(text)}
                                           : Token{Token::Kind::text, std::move(text)});
      end = std::min(close + 1, sql.size());
    } else if (c == ';') {
      statements.emplace_back();
    } else if (is_word_byte(c)) {
      while (end < sql.size() && is_word_byte(sql[end])) ++end;
      const bool is_number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      statements.back().push_back(
          {is_number ? Token::Kind::other : Token::Kind::word, lower(sql.substr(i, end - i))});
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      statements.back().push_back({Token::Kind::other, std::string(1, c)});
    }
    i = end;
  }
  return statements;
}

// Walks the tokens of one statement.
class Reader {
 public:
  explicit Reader(const Statement& statement) : statement_(statement) {}

  bool at_end() const { return position_ >= statement_.size(); }
  const Token& token() const { return at_end() ? end_ : statement_[position_]; }
  void skip(std::size_t count = 1) { position_ += count; }
  bool take(std::string_view word) {
    if (!token().is(word)) return false;
    skip();
    return true;
  }
  bool take_any(std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return take(word); });
  }

  // a.b.c
  std::vector<std::string> take_parts() {
    std::vector<std::string> parts;
    while (token().is_name()) {
      parts.push_back(token().text);
      skip();
      if (!take(".")) break;
    }
    return parts;
  }

 private:
  const Statement& statement_;
  std::size_t position_ = 0;
  Token end_;
};

std::string join(const std::vector<std::string>& parts) {
  std::string name;
  for (const std::string& part : parts) name += (name.empty() ? "" : ".") + part;
  return name;
}

void read_create(Reader& reader, SqlNames& names) {
  if (reader.take("or")) reader.skip();
  reader.take_any({"temporary", "temp"});
  const bool is_schema = reader.token().is("schema");
  if (!reader.take_any({"table", "view", "schema"})) return;
  if (reader.take("if")) reader.skip(2);
  const std::vector<std::string> parts = reader.take_parts();
  if (parts.empty()) return;
  const auto kind = is_schema ? SqlDefinition::Kind::schema : SqlDefinition::Kind::table;
  names.definitions.push_back({kind, parts.back(), is_schema ? parts.back() : join(parts)});
}

void read_attach(Reader& reader, SqlNames& names) {
  reader.take("database");
  if (reader.take("if")) reader.skip(2);
  std::string name = reader.token().text;
  name = name.substr(0, name.find('.'));
  if (const std::size_t colon = name.find(':'); colon != name.npos) name.erase(0, colon + 1);
  reader.skip();
  if (reader.take("as")) name = reader.token().text;
  if (!name.empty()) names.definitions.push_back({SqlDefinition::Kind::catalog, name, name});
}

void read_definitions(const Statement& statement, SqlNames& names) {
  Reader reader(statement);
  while (!reader.at_end()) {
    if (reader.take("create")) {
      read_create(reader, names);
    } else if (reader.take("attach")) {
      read_attach(reader, names);
    } else {
      reader.skip();
    }
  }
}

// The names that a `WITH name AS (…)` gives to queries of the statement.
std::set<std::string> query_names(const Statement& statement) {
  std::set<std::string> names;
  for (std::size_t i = 1; i + 2 < statement.size(); ++i) {
    const Token& before = statement[i - 1];
    const bool begins = before.is("with") || before.is("recursive") || before.is(",");
    const Token& after = statement[i + 2];
    const bool is_query = after.is("(") || after.is("materialized") || after.is("not");
    if (begins && statement[i].is_name() && statement[i + 1].is("as") && is_query)
      names.insert(statement[i].text);
  }
  return names;
}

bool is_file(std::string_view name) {
  if (name.find("://") != name.npos) return true;
  for (const std::string_view extension : {".csv", ".parquet", ".json", ".txt", ".db", ".tsv", ".xlsx"}) {
    if (name.ends_with(extension)) return true;
  }
  return false;
}

class TableFinder {
 public:
  explicit TableFinder(const Statement& statement) : reader_(statement) {}

  std::vector<std::string> find() {
    // The word that a statement begins with may be followed by its table.
    expects_table_ =
        reader_.take_any({"update", "describe", "summarize", "pivot", "unpivot", "copy", "truncate"});
    if (reader_.take("drop")) expects_table_ = true;
    while (!reader_.at_end()) {
      if (std::exchange(expects_table_, false) && read_table()) continue;
      read_token();
    }
    return std::move(tables_);
  }

 private:
  struct Level {
    // In a list of tables: a comma leads to the next one.
    bool in_tables = false;
    // In the arguments of a function that has a FROM of its own.
    bool in_function = false;
  };

  // Whether a table was there. A bracket may open a query or more tables.
  bool read_table() {
    if (reader_.take_any({"lateral", "table", "only", "if", "exists"})) return expects_table_ = true;
    if (reader_.take("(")) {
      levels_.push_back({true, false});
      return expects_table_ = true;
    }
    const Token& token = reader_.token();
    const bool begins_query =
        token.is("select") || token.is("from") || token.is("with") || token.is("values");
    if (begins_query || !token.is_name()) return false;
    const std::vector<std::string> parts = reader_.take_parts();
    const bool is_function = reader_.token().is("(");
    if (!is_function && !parts.empty() && !is_file(parts.back())) tables_.push_back(join(parts));
    return true;
  }

  void read_token() {
    const Token token = reader_.token();
    reader_.skip();
    Level& level = levels_.back();
    if (token.is("(")) {
      levels_.push_back(
          {false, last_ == "extract" || last_ == "trim" || last_ == "substring" || last_ == "overlay"});
    } else if (token.is(")")) {
      if (levels_.size() > 1) levels_.pop_back();
    } else if (token.is(",")) {
      expects_table_ = level.in_tables;
    } else if (token.is("from") || token.is("join") || token.is("into")) {
      const bool compares = token.is("from") && last_ == "distinct" && before_last_is_comparison_;
      if (!level.in_function && !compares) level.in_tables = expects_table_ = true;
    } else if (is_clause(token)) {
      level.in_tables = false;
    }
    if (!token.is("distinct")) before_last_is_comparison_ = token.is("is") || token.is("not");
    last_ = token.text;
  }

  static bool is_clause(const Token& token) {
    for (const std::string_view word :
         {"where", "group", "order", "having", "limit", "select", "union", "intersect", "except", "qualify",
          "window", "set", "values", "returning"}) {
      if (token.is(word)) return true;
    }
    return false;
  }

  Reader reader_;
  std::vector<Level> levels_{{}};
  std::vector<std::string> tables_;
  std::string last_;
  bool before_last_is_comparison_ = false;
  bool expects_table_ = false;
};

// marimo looks for tables in queries, in what changes tables and in what makes one from others.
bool has_references(const Statement& statement) {
  if (statement.empty()) return false;
  for (const std::string_view word :
       {"attach", "detach", "set", "use", "install", "load", "pragma", "explain", "show"}) {
    if (statement.front().is(word)) return false;
  }
  return true;
}

}  // namespace

SqlNames find_sql_names(std::string_view sql) {
  SqlNames names;
  std::set<std::string> references;
  for (const Statement& statement : split(sql)) {
    read_definitions(statement, names);
    if (!has_references(statement)) continue;
    const std::set<std::string> queries = query_names(statement);
    for (const std::string& table : TableFinder(statement).find()) {
      const bool is_own =
          std::any_of(names.definitions.begin(), names.definitions.end(),
                      [&](const SqlDefinition& made) { return made.qualified_name == table; });
      if (!is_own && !queries.contains(table)) references.insert(table);
    }
  }
  names.references.assign(references.begin(), references.end());
  return names;
}

}  // namespace cloche::notebook
