#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "notebook/source_text.hpp"

// Python syntax trees. A thin layer over tree-sitter: owned trees, kinds of nodes as an enumeration, children
// without quadratic time.
namespace cloche::notebook {

/// The kinds of nodes that we look at. Names are the grammar's.
enum class Kind : std::uint8_t {
  other,
  aliased_import,
  as_pattern,
  as_pattern_target,
  assignment,
  attribute,
  augmented_assignment,
  await_expression,
  binary_operator,
  block,
  boolean_operator,
  break_statement,
  call,
  case_clause,
  case_pattern,
  chevron,
  class_definition,
  class_pattern,
  comment,
  comparison_operator,
  concatenated_string,
  conditional_expression,
  constrained_type,
  continue_statement,
  decorated_definition,
  decorator,
  default_parameter,
  delete_statement,
  dict_pattern,
  dictionary_comprehension,
  dictionary_splat_pattern,
  dotted_name,
  ellipsis,
  else_clause,
  error,
  except_clause,
  except_group_clause,
  exec_statement,
  expression_list,
  expression_statement,
  false_literal,
  float_literal,
  for_in_clause,
  for_statement,
  function_definition,
  future_import_statement,
  generator_expression,
  generic_type,
  global_statement,
  identifier,
  if_clause,
  if_statement,
  import_from_statement,
  import_statement,
  integer,
  interpolation,
  keyword_argument,
  keyword_pattern,
  lambda,
  lambda_parameters,
  line_continuation,
  list,
  list_comprehension,
  list_pattern,
  list_splat,
  list_splat_pattern,
  match_statement,
  member_type,
  module,
  named_expression,
  none,
  nonlocal_statement,
  pair,
  parameters,
  parenthesized_expression,
  pattern_list,
  print_statement,
  return_statement,
  set_comprehension,
  slice,
  splat_pattern,
  splat_type,
  string,
  string_content,
  string_end,
  string_start,
  subscript,
  true_literal,
  tuple,
  tuple_pattern,
  type,
  type_alias_statement,
  type_parameter,
  typed_default_parameter,
  typed_parameter,
  while_statement,
  wildcard_import,
  with_item,
  with_statement,
  yield,
};

/// The fields that we ask children for.
enum class Field : std::uint8_t {
  other,
  alias,
  alternative,
  arguments,
  attribute,
  body,
  condition,
  consequence,
  definition,
  expression,
  function,
  guard,
  key,
  left,
  module_name,
  name,
  object,
  operator_token,
  parameters,
  return_type,
  right,
  subject,
  superclasses,
  type,
  type_parameters,
  value,
};

Kind kind_of(TSNode node);

inline std::size_t begin_of(TSNode node) {
  return ts_node_start_byte(node);
}
inline std::size_t end_of(TSNode node) {
  return ts_node_end_byte(node);
}
/// Lines count from 0.
inline std::size_t begin_line_of(TSNode node) {
  return ts_node_start_point(node).row;
}
inline std::size_t end_line_of(TSNode node) {
  return ts_node_end_point(node).row;
}

/// A parsed piece of Python. The text must outlive it.
class SyntaxTree {
 public:
  struct Child {
    TSNode node;
    Field field;
  };

  /// Parses all of `text`, or only the lines from `first` (included) to `last` (excluded); positions count
  /// from the text's beginning in both cases.
  explicit SyntaxTree(std::string_view text);
  SyntaxTree(const Lines& lines, std::size_t first, std::size_t last);

  TSNode root() const { return ts_tree_root_node(tree_.get()); }
  bool has_error() const { return ts_node_has_error(root()); }
  std::string_view text() const { return text_; }
  std::string_view text_of(TSNode node) const {
    return text_.substr(begin_of(node), end_of(node) - begin_of(node));
  }

  /// The named children of `node` but comments and line continuations, appended to `children`.
  void append_children(TSNode node, std::vector<Child>& children) const;
  std::vector<Child> children(TSNode node) const;

  /// The first child of `node` in `field`, or a null node.
  TSNode child(TSNode node, Field field) const;

  /// Where the code of `node` ends, as Python counts it: before comments and semicolons that follow inside
  /// it.
  TSNode last_token(TSNode node) const;

  /// The first node, in the order of the text, that does not belong to correct Python; null if there is none.
  TSNode first_error() const;

 private:
  struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  // A cursor is kept because making one allocates.
  class Cursor {
   public:
    explicit Cursor(TSNode node) : cursor_(ts_tree_cursor_new(node)) {}
    ~Cursor() { ts_tree_cursor_delete(&cursor_); }
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;
    TSTreeCursor* get() { return &cursor_; }

   private:
    TSTreeCursor cursor_;
  };

  std::string_view text_;
  std::unique_ptr<TSTree, DeleteTree> tree_;
  std::unique_ptr<Cursor> cursor_;
};

}  // namespace cloche::notebook
