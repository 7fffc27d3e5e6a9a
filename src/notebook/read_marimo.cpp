#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "notebook/cell_ids.hpp"
#include "notebook/cell_scan.hpp"
#include "notebook/cell_text.hpp"
#include "notebook/dedent.hpp"
#include "notebook/file_statements.hpp"
#include "notebook/literal.hpp"
#include "notebook/read.hpp"
#include "notebook/script_metadata.hpp"
#include "notebook/source_text.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {
namespace {

// Syntax trees count bytes in 32 bits.
constexpr std::size_t largest_file = std::numeric_limits<std::int32_t>::max();

TSNode only_child(TSNode node) {
  return ts_node_named_child(node, 0);
}

// The expression of an expression statement that is nothing but one; else null.
TSNode expression_of(const SyntaxTree& tree, TSNode statement) {
  if (kind_of(statement) != Kind::expression_statement) return {};
  const std::vector<SyntaxTree::Child> children = tree.children(statement);
  return children.size() == 1 ? children[0].node : TSNode{};
}

bool is_name(const SyntaxTree& tree, TSNode node, std::string_view name) {
  return !ts_node_is_null(node) && kind_of(node) == Kind::identifier && tree.text_of(node) == name;
}

// ATTRIBUTE of the expression `object.ATTRIBUTE`, or of calls of it; nothing for other expressions.
std::string_view attribute_of(const SyntaxTree& tree, TSNode expression, std::string_view object) {
  while (!ts_node_is_null(expression) && kind_of(expression) == Kind::call) {
    expression = tree.child(expression, Field::function);
  }
  if (ts_node_is_null(expression) || kind_of(expression) != Kind::attribute) return {};
  if (!is_name(tree, tree.child(expression, Field::object), object)) return {};
  return tree.text_of(tree.child(expression, Field::attribute));
}

// Some editors write them where Python wants spaces; marimo takes all for such.
std::string without_no_break_spaces(std::string text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  std::size_t found = text.find(no_break_space);
  if (found == text.npos) return text;
  std::string result;
  std::size_t begin = 0;
  for (; found != text.npos; found = text.find(no_break_space, begin)) {
    result.append(text, begin, found - begin) += ' ';
    begin = found + no_break_space.size();
  }
  return result.append(text, begin);
}

class MarimoReader {
 public:
  explicit MarimoReader(std::string_view bytes)
      : text_(normalize_source(bytes)),
        contents_(strip(text_)),
        // marimo looks at a file without the white space around it; lines are counted in the whole file.
        skipped_lines_(static_cast<std::size_t>(
            std::count(text_.data(), text_.data() + (contents_.data() - text_.data()), '\n'))),
        lines_(contents_) {}

  Notebook read() {
    if (contents_.empty()) throw ReadError("the file is empty", 0, 0);
    read_script_metadata();
    const std::unique_ptr<FileStatements> statements = read_statements();
    const std::vector<FileStatement>& all = statements->all();
    std::size_t next = read_import(all);
    next = read_app(all, next);
    read_cells(all, next);
    // marimo shows one cell, ready to be written.
    if (notebook_.cells.empty()) add_cell({});
    return std::move(notebook_);
  }

 private:
  std::size_t file_line(std::size_t line) const { return skipped_lines_ + line + 1; }

  void warn(TSNode node, std::string message) {
    const std::size_t line_begin = lines_.start(begin_line_of(node));
    const std::size_t column =
        count_characters(contents_.substr(line_begin, begin_of(node) - line_begin)) + 1;
    notebook_.warnings.push_back({file_line(begin_line_of(node)), column, std::move(message)});
  }

  void warn(const FileStatement& statement, std::string message) {
    if (statement.broken_cell) {
      notebook_.warnings.push_back({file_line(statement.broken_cell->begin), 1, std::move(message)});
    } else {
      warn(statement.node, std::move(message));
    }
  }

  void read_script_metadata() {
    if (std::optional<ScriptMetadata> metadata = find_script_metadata(text_)) {
      notebook_.script_metadata = std::move(metadata->toml);
      notebook_.script_metadata_line = metadata->line;
    } else if (std::optional<Warning> warning = find_almost_script_metadata(text_)) {
      notebook_.warnings.push_back(*std::move(warning));
    }
  }

  std::unique_ptr<FileStatements> read_statements() const {
    try {
      return std::make_unique<FileStatements>(lines_);
    } catch (const ReadError& error) {
      throw ReadError(error.what(), error.line() + skipped_lines_, error.column());
    }
  }

  // What follows the comments and texts that a file may begin with.
  std::size_t read_header(const std::vector<FileStatement>& statements) {
    std::size_t next = 0;
    const auto is_text = [](const FileStatement& statement) {
      return statement.tree != nullptr &&
             string_value(*statement.tree, expression_of(*statement.tree, statement.node)).has_value();
    };
    while (next < statements.size() && is_text(statements[next])) ++next;
    const bool has_more = next < statements.size() && statements[next].tree != nullptr;
    notebook_.header = contents_.substr(0, has_more ? begin_of(statements[next].node) : contents_.size());
    return next;
  }

  std::size_t read_import(const std::vector<FileStatement>& statements) {
    const std::size_t first = read_header(statements);
    for (std::size_t i = first; i < statements.size(); ++i) {
      if (is_marimo_import(statements[i])) return i + 1;
      warn(statements[i], "this statement, before the import of marimo, belongs to no cell and is ignored");
    }
    if (first == statements.size())
      throw ReadError("`import marimo` expected; the file has only comments", 0, 0);
    throw ReadError("`import marimo` expected; this is no marimo notebook",
                    file_line(begin_line_of(statements[first].node)), 1);
  }

  bool is_marimo_import(const FileStatement& statement) {
    if (statement.tree == nullptr || kind_of(statement.node) != Kind::import_statement) return false;
    const SyntaxTree& tree = *statement.tree;
    const TSNode name = tree.child(statement.node, Field::name);
    if (ts_node_is_null(name)) return false;
    if (kind_of(name) == Kind::dotted_name) return tree.text_of(name) == "marimo";
    if (tree.text_of(tree.child(name, Field::name)) != "marimo") return false;
    marimo_ = tree.text_of(tree.child(name, Field::alias));
    return true;
  }

  std::size_t read_app(const std::vector<FileStatement>& statements, std::size_t next) {
    for (std::size_t i = next; i < statements.size() && statements[i].tree != nullptr; ++i) {
      const SyntaxTree& tree = *statements[i].tree;
      const TSNode assignment = expression_of(tree, statements[i].node);
      if (!ts_node_is_null(assignment) && kind_of(assignment) == Kind::assignment) {
        const TSNode target = tree.child(assignment, Field::left);
        const TSNode value = tree.child(assignment, Field::right);
        if (is_name(tree, target, "__generated_with")) {
          notebook_.generated_with = string_value(tree, value).value_or("");
          continue;
        }
        const bool is_call = !ts_node_is_null(value) && kind_of(value) == Kind::call;
        if (is_name(tree, target, "app") && is_call && attribute_of(tree, value, marimo_) == "App") {
          notebook_.options = read_arguments(tree, value);
          return i + 1;
        }
      }
      warn(statements[i], "this statement, before the notebook's app, belongs to no cell and is ignored");
    }
    const std::size_t line = next < statements.size() && statements[next].tree != nullptr
                                 ? begin_line_of(statements[next].node)
                                 : lines_.size() - 1;
    throw ReadError("`marimo.App` definition expected", file_line(line), 1);
  }

  using Arguments = std::vector<std::pair<std::string, std::string>>;

  Arguments read_arguments(const SyntaxTree& tree, TSNode call) {
    Arguments arguments;
    const TSNode list = tree.child(call, Field::arguments);
    if (ts_node_is_null(list)) return arguments;
    for (const SyntaxTree::Child& child : tree.children(list)) {
      if (kind_of(child.node) != Kind::keyword_argument) continue;
      const std::string_view name = tree.text_of(tree.child(child.node, Field::name));
      if (std::optional<std::string> value = json_value(tree, tree.child(child.node, Field::value))) {
        arguments.emplace_back(name, *std::move(value));
      } else {
        warn(child.node, fmt::format("the value of `{}` is no constant and is ignored", name));
      }
    }
    return arguments;
  }

  void read_cells(const std::vector<FileStatement>& statements, std::size_t next) {
    for (; next < statements.size(); ++next) {
      const FileStatement& statement = statements[next];
      if (statement.broken_cell) {
        Cell cell = recover_cell(lines_, *statement.broken_cell);
        cell.line += skipped_lines_;
        warn(statement, "this cell has a syntax error");
        add_cell(std::move(cell));
      } else if (is_run_guard(statement)) {
        return;
      } else if (!read_cell(*statement.tree, statement.node)) {
        warn(statement, "this statement belongs to no cell and is ignored");
      }
    }
  }

  static bool is_run_guard(const FileStatement& statement) {
    if (kind_of(statement.node) != Kind::if_statement) return false;
    const TSNode condition = statement.tree->child(statement.node, Field::condition);
    return !ts_node_is_null(condition) && kind_of(condition) == Kind::comparison_operator &&
           is_name(*statement.tree, only_child(condition), "__name__");
  }

  bool read_cell(const SyntaxTree& tree, TSNode statement) {
    switch (kind_of(statement)) {
      case Kind::decorated_definition:
        return read_decorated(tree, statement);
      case Kind::with_statement:
        return read_setup(tree, statement);
      case Kind::expression_statement:
        return read_unparsable(tree, statement);
      default:
        return false;
    }
  }

  bool read_decorated(const SyntaxTree& tree, TSNode statement) {
    const TSNode definition = tree.child(statement, Field::definition);
    std::size_t decorators = 0;
    TSNode decorator{};
    CellKind kind = CellKind::code;
    for (const SyntaxTree::Child& child : tree.children(statement)) {
      if (kind_of(child.node) != Kind::decorator) continue;
      ++decorators;
      if (!ts_node_is_null(decorator)) continue;
      const std::string_view attribute = attribute_of(tree, only_child(child.node), "app");
      if (attribute == "cell" || attribute == "function" || attribute == "class_definition") {
        decorator = child.node;
        kind = attribute == "cell"       ? CellKind::code
               : attribute == "function" ? CellKind::function
                                         : CellKind::class_definition;
      }
    }
    if (ts_node_is_null(decorator)) return false;
    if (kind == CellKind::code && kind_of(definition) != Kind::function_definition) return false;
    if (kind == CellKind::code && decorators > 1)
      warn(statement, "only `@app.cell` counts of these decorators");

    Cell cell;
    cell.kind = kind;
    cell.name = tree.text_of(tree.child(definition, Field::name));
    const TSNode expression = only_child(decorator);
    if (kind_of(expression) == Kind::call)
      cell.options = read_options(read_arguments(tree, expression), decorator);
    set_text(cell, kind == CellKind::code ? cell_body(tree, lines_, definition)
                                          : cell_definition(tree, lines_, decorator, definition));
    add_cell(std::move(cell));
    return true;
  }

  // marimo takes the setup cell only as the first one.
  bool read_setup(const SyntaxTree& tree, TSNode statement) {
    const std::vector<SyntaxTree::Child> clause = tree.children(statement);
    if (!notebook_.cells.empty() || clause.empty()) return false;
    const std::vector<SyntaxTree::Child> items = tree.children(clause[0].node);
    if (items.size() != 1) return false;
    TSNode context = tree.child(items[0].node, Field::value);
    if (!ts_node_is_null(context) && kind_of(context) == Kind::as_pattern) context = only_child(context);
    if (attribute_of(tree, context, "app") != "setup") return false;

    Cell cell;
    cell.kind = CellKind::setup;
    cell.name = "setup";
    if (kind_of(context) == Kind::call) cell.options = read_options(read_arguments(tree, context), statement);
    set_text(cell, setup_body(tree, lines_, statement));
    add_cell(std::move(cell));
    return true;
  }

  bool read_unparsable(const SyntaxTree& tree, TSNode statement) {
    const TSNode call = expression_of(tree, statement);
    if (ts_node_is_null(call) || kind_of(call) != Kind::call) return false;
    if (attribute_of(tree, call, "app") != "_unparsable_cell") return false;
    std::vector<TSNode> positional;
    const TSNode list = tree.child(call, Field::arguments);
    for (const SyntaxTree::Child& child : tree.children(list)) {
      if (kind_of(child.node) != Kind::keyword_argument) positional.push_back(child.node);
    }
    if (positional.size() != 1) return false;

    Cell cell;
    cell.kind = CellKind::unparsable;
    const std::optional<std::string> text = string_value(tree, positional[0]);
    if (!text) warn(positional[0], "the code of this cell is no text constant and is ignored");
    const std::string code = normalize_source(text.value_or(""));
    cell.source = strip(dedent(code));
    const std::string_view blank(code.data(), code.size() - strip_left(code).size());
    cell.line = file_line(begin_line_of(positional[0])) +
                static_cast<std::size_t>(std::count(blank.begin(), blank.end(), '\n'));
    Arguments arguments = read_arguments(tree, call);
    cell.name = take_name(arguments).value_or("_");
    cell.options = read_options(arguments, statement);
    add_cell(std::move(cell));
    return true;
  }

  // The argument `name`, which is JSON text of letters that need no escape, or none.
  static std::optional<std::string> take_name(Arguments& arguments) {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [](const auto& argument) { return argument.first == "name"; });
    if (found == arguments.end()) return std::nullopt;
    const std::string json = std::move(found->second);
    arguments.erase(found);
    if (json.size() < 3 || json[0] != '"' || json.find('\\') != json.npos) return std::nullopt;
    return json.substr(1, json.size() - 2);
  }

  CellOptions read_options(const Arguments& arguments, TSNode place) {
    CellOptions options;
    for (const auto& [name, value] : arguments) {
      const bool is_bool = value == "true" || value == "false";
      if (name == "column" && value == "null") continue;
      if (name == "column" && value.size() < 9 && value.find_first_not_of("0123456789") == value.npos) {
        options.column = std::stoi(value);
      } else if (name == "disabled" && is_bool) {
        options.disabled = value == "true";
      } else if (name == "hide_code" && is_bool) {
        options.hide_code = value == "true";
      } else {
        warn(place, fmt::format("`{}={}` is no option of a cell and is ignored", name, value));
      }
    }
    return options;
  }

  void set_text(Cell& cell, CellText text) const {
    cell.source = without_no_break_spaces(std::move(text.source));
    cell.line = file_line(text.line);
  }

  void add_cell(Cell cell) {
    const bool is_setup = cell.kind == CellKind::setup || (cell.kind == CellKind::unparsable &&
                                                           cell.name == "setup" && notebook_.cells.empty());
    cell.id = is_setup ? "setup" : ids_.next();
    notebook_.cells.push_back(std::move(cell));
  }

  std::string text_;
  std::string_view contents_;
  std::size_t skipped_lines_;
  Lines lines_;
  std::string_view marimo_ = "marimo";
  CellIds ids_;
  Notebook notebook_;
};

}  // namespace

Notebook read_marimo(std::string_view text) {
  if (text.size() > largest_file) throw ReadError("the file is larger than 2 GiB", 0, 0);
  return MarimoReader(text).read();
}

}  // namespace cloche::notebook
