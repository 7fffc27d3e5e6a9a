#include "notebook/syntax_tree.hpp"

#include <utility>

extern "C" const TSLanguage* tree_sitter_python();

namespace cloche::notebook {
namespace {

constexpr std::pair<std::string_view, Kind> kind_names[] = {
    {"aliased_import", Kind::aliased_import},
    {"as_pattern", Kind::as_pattern},
    {"as_pattern_target", Kind::as_pattern_target},
    {"assignment", Kind::assignment},
    {"attribute", Kind::attribute},
    {"augmented_assignment", Kind::augmented_assignment},
    {"await", Kind::await_expression},
    {"binary_operator", Kind::binary_operator},
    {"block", Kind::block},
    {"boolean_operator", Kind::boolean_operator},
    {"break_statement", Kind::break_statement},
    {"call", Kind::call},
    {"case_clause", Kind::case_clause},
    {"case_pattern", Kind::case_pattern},
    {"chevron", Kind::chevron},
    {"class_definition", Kind::class_definition},
    {"class_pattern", Kind::class_pattern},
    {"comment", Kind::comment},
    {"comparison_operator", Kind::comparison_operator},
    {"concatenated_string", Kind::concatenated_string},
    {"conditional_expression", Kind::conditional_expression},
    {"constrained_type", Kind::constrained_type},
    {"continue_statement", Kind::continue_statement},
    {"decorated_definition", Kind::decorated_definition},
    {"decorator", Kind::decorator},
    {"default_parameter", Kind::default_parameter},
    {"delete_statement", Kind::delete_statement},
    {"dict_pattern", Kind::dict_pattern},
    {"dictionary_comprehension", Kind::dictionary_comprehension},
    {"dictionary_splat_pattern", Kind::dictionary_splat_pattern},
    {"dotted_name", Kind::dotted_name},
    {"ellipsis", Kind::ellipsis},
    {"else_clause", Kind::else_clause},
    {"ERROR", Kind::error},
    {"except_clause", Kind::except_clause},
    {"except_group_clause", Kind::except_group_clause},
    {"exec_statement", Kind::exec_statement},
    {"expression_list", Kind::expression_list},
    {"expression_statement", Kind::expression_statement},
    {"false", Kind::false_literal},
    {"float", Kind::float_literal},
    {"for_in_clause", Kind::for_in_clause},
    {"for_statement", Kind::for_statement},
    {"function_definition", Kind::function_definition},
    {"future_import_statement", Kind::future_import_statement},
    {"generator_expression", Kind::generator_expression},
    {"generic_type", Kind::generic_type},
    {"global_statement", Kind::global_statement},
    {"identifier", Kind::identifier},
    {"if_clause", Kind::if_clause},
    {"if_statement", Kind::if_statement},
    {"import_from_statement", Kind::import_from_statement},
    {"import_statement", Kind::import_statement},
    {"integer", Kind::integer},
    {"interpolation", Kind::interpolation},
    {"keyword_argument", Kind::keyword_argument},
    {"keyword_pattern", Kind::keyword_pattern},
    {"lambda", Kind::lambda},
    {"lambda_parameters", Kind::lambda_parameters},
    {"line_continuation", Kind::line_continuation},
    {"list", Kind::list},
    {"list_comprehension", Kind::list_comprehension},
    {"list_pattern", Kind::list_pattern},
    {"list_splat", Kind::list_splat},
    {"list_splat_pattern", Kind::list_splat_pattern},
    {"match_statement", Kind::match_statement},
    {"member_type", Kind::member_type},
    {"module", Kind::module},
    {"named_expression", Kind::named_expression},
    {"none", Kind::none},
    {"nonlocal_statement", Kind::nonlocal_statement},
    {"pair", Kind::pair},
    {"parameters", Kind::parameters},
    {"parenthesized_expression", Kind::parenthesized_expression},
    {"pattern_list", Kind::pattern_list},
    {"print_statement", Kind::print_statement},
    {"return_statement", Kind::return_statement},
    {"set_comprehension", Kind::set_comprehension},
    {"slice", Kind::slice},
    {"splat_pattern", Kind::splat_pattern},
    {"splat_type", Kind::splat_type},
    {"string", Kind::string},
    {"string_content", Kind::string_content},
    {"string_end", Kind::string_end},
    {"string_start", Kind::string_start},
    {"subscript", Kind::subscript},
    {"true", Kind::true_literal},
    {"tuple", Kind::tuple},
    {"tuple_pattern", Kind::tuple_pattern},
    {"type", Kind::type},
    {"type_alias_statement", Kind::type_alias_statement},
    {"type_parameter", Kind::type_parameter},
    {"typed_default_parameter", Kind::typed_default_parameter},
    {"typed_parameter", Kind::typed_parameter},
    {"while_statement", Kind::while_statement},
    {"wildcard_import", Kind::wildcard_import},
    {"with_item", Kind::with_item},
    {"with_statement", Kind::with_statement},
    {"yield", Kind::yield},
};

constexpr std::pair<std::string_view, Field> field_names[] = {
    {"alias", Field::alias},
    {"alternative", Field::alternative},
    {"arguments", Field::arguments},
    {"attribute", Field::attribute},
    {"body", Field::body},
    {"condition", Field::condition},
    {"consequence", Field::consequence},
    {"definition", Field::definition},
    {"expression", Field::expression},
    {"function", Field::function},
    {"guard", Field::guard},
    {"key", Field::key},
    {"left", Field::left},
    {"module_name", Field::module_name},
    {"name", Field::name},
    {"object", Field::object},
    {"operator", Field::operator_token},
    {"parameters", Field::parameters},
    {"return_type", Field::return_type},
    {"right", Field::right},
    {"subject", Field::subject},
    {"superclasses", Field::superclasses},
    {"type", Field::type},
    {"type_parameters", Field::type_parameters},
    {"value", Field::value},
};

template <typename Value, std::size_t count>
Value find_name(const std::pair<std::string_view, Value> (&names)[count], std::string_view name) {
  for (const auto& [candidate, value] : names) {
    if (candidate == name) return value;
  }
  return Value::other;
}

// Comparing names at each node would cost more than parsing, so the grammar's numbers are looked up once.
struct Numbers {
  std::vector<Kind> kinds;
  std::vector<Field> fields;

  Numbers() {
    const TSLanguage* language = tree_sitter_python();
    const std::uint32_t symbols = ts_language_symbol_count(language);
    for (std::uint32_t i = 0; i < symbols; ++i) {
      const auto symbol = static_cast<TSSymbol>(i);
      const bool named = ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular;
      kinds.push_back(named ? find_name(kind_names, ts_language_symbol_name(language, symbol)) : Kind::other);
    }
    const std::uint32_t count = ts_language_field_count(language);
    fields.push_back(Field::other);
    for (std::uint32_t i = 1; i <= count; ++i) {
      fields.push_back(
          find_name(field_names, ts_language_field_name_for_id(language, static_cast<TSFieldId>(i))));
    }
  }
};

const Numbers& numbers() {
  static const Numbers instance;
  return instance;
}

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

TSTree* parse(std::string_view text, const TSRange* range) {
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  ts_parser_set_language(parser.get(), tree_sitter_python());
  if (range != nullptr) ts_parser_set_included_ranges(parser.get(), range, 1);
  return ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
}

}  // namespace

Kind kind_of(TSNode node) {
  const TSSymbol symbol = ts_node_symbol(node);
  const std::vector<Kind>& kinds = numbers().kinds;
  // The symbol of an error lies outside of the grammar's own.
  return symbol < kinds.size() ? kinds[symbol] : Kind::error;
}

SyntaxTree::SyntaxTree(std::string_view text)
    : text_(text), tree_(parse(text, nullptr)), cursor_(std::make_unique<Cursor>(root())) {}

SyntaxTree::SyntaxTree(const Lines& lines, std::size_t first, std::size_t last) : text_(lines.text()) {
  const auto number = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
  const TSRange range{
      {number(first), 0}, {number(last), 0}, number(lines.start(first)), number(lines.start(last))};
  tree_.reset(parse(text_, &range));
  cursor_ = std::make_unique<Cursor>(root());
}

void SyntaxTree::append_children(TSNode node, std::vector<Child>& children) const {
  TSTreeCursor* cursor = cursor_->get();
  ts_tree_cursor_reset(cursor, node);
  if (!ts_tree_cursor_goto_first_child(cursor)) return;
  do {
    const TSNode child = ts_tree_cursor_current_node(cursor);
    if (!ts_node_is_named(child) || ts_node_is_extra(child)) continue;
    children.push_back({child, numbers().fields[ts_tree_cursor_current_field_id(cursor)]});
  } while (ts_tree_cursor_goto_next_sibling(cursor));
}

std::vector<SyntaxTree::Child> SyntaxTree::children(TSNode node) const {
  std::vector<Child> children;
  append_children(node, children);
  return children;
}

TSNode SyntaxTree::child(TSNode node, Field field) const {
  TSTreeCursor* cursor = cursor_->get();
  ts_tree_cursor_reset(cursor, node);
  if (!ts_tree_cursor_goto_first_child(cursor)) return {};
  do {
    if (numbers().fields[ts_tree_cursor_current_field_id(cursor)] == field) {
      return ts_tree_cursor_current_node(cursor);
    }
  } while (ts_tree_cursor_goto_next_sibling(cursor));
  return {};
}

TSNode SyntaxTree::last_token(TSNode node) const {
  TSTreeCursor* cursor = cursor_->get();
  for (;;) {
    ts_tree_cursor_reset(cursor, node);
    if (!ts_tree_cursor_goto_first_child(cursor)) return node;
    TSNode last{};
    do {
      const TSNode child = ts_tree_cursor_current_node(cursor);
      if (!ts_node_is_extra(child) && text_of(child) != ";" && begin_of(child) < end_of(child)) last = child;
    } while (ts_tree_cursor_goto_next_sibling(cursor));
    if (ts_node_is_null(last)) return node;
    node = last;
  }
}

TSNode SyntaxTree::first_error() const {
  TSTreeCursor* cursor = cursor_->get();
  ts_tree_cursor_reset(cursor, root());
  // Only branches that hold an error are entered.
  for (;;) {
    const TSNode node = ts_tree_cursor_current_node(cursor);
    if (kind_of(node) == Kind::error || ts_node_is_missing(node)) return node;
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(cursor)) {
      if (!ts_tree_cursor_goto_parent(cursor)) return {};
    }
  }
}

}  // namespace cloche::notebook
