#include "notebook/name_visitor.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "notebook/literal.hpp"
#include "notebook/sql_names.hpp"

namespace cloche::notebook {

CellNames NameVisitor::run() {
  visit_children(tree_.root());
  CellNames names;
  if (refused_) {
    names.error = to_error(tree_.text(), *refused_);
  } else if (star_import_line_) {
    names.error = star_import_error(*star_import_line_);
  } else if (misplaced_) {
    names.error = to_error(tree_.text(), *misplaced_);
  } else {
    names.analysis = scopes_.result();
    for (SqlDefinition& definition : sql_definitions_) {
      if (scopes_.is_bound_for_sql(definition.name)) names.sql_definitions.push_back(std::move(definition));
    }
    names.is_sql = is_sql_;
  }
  return names;
}

void NameVisitor::load(TSNode identifier) {
  if (!is_hidden(text_of(identifier))) scopes_.refer(text_of(identifier));
}

void NameVisitor::store(TSNode identifier) {
  if (!is_hidden(text_of(identifier))) scopes_.bind(text_of(identifier));
}

void NameVisitor::visit_children(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) visit(children[i].node);
}

// The children in one field only.
void NameVisitor::visit_field(const Children& children, Field field) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == field) visit(children[i].node);
  }
}

void NameVisitor::visit(TSNode node) {
  if (ts_node_is_null(node)) return;
  const Restore<int> deeper(depth_, depth_ + 1);
  if (depth_ > deepest_nesting) {
    refuse(node, "too many nested parentheses");
    return;
  }
  switch (kind_of(node)) {
    case Kind::identifier:
      return load(node);
    case Kind::integer:
    case Kind::float_literal:
    case Kind::true_literal:
    case Kind::false_literal:
    case Kind::none:
    case Kind::string_start:
    case Kind::string_content:
    case Kind::string_end:
    case Kind::nonlocal_statement:
      return;
    case Kind::binary_operator:
    case Kind::boolean_operator:
      return visit_operators(node);
    case Kind::call:
      return visit_call(node);
    case Kind::attribute:
      return visit(tree_.child(node, Field::object));
    case Kind::keyword_argument:
      return visit(tree_.child(node, Field::value));
    case Kind::member_type:
      return visit(ts_node_named_child(node, 0));
    case Kind::interpolation:
      return visit_interpolation(node);
    case Kind::assignment:
      return visit_assignment(node);
    case Kind::augmented_assignment:
      return visit_augmented_assignment(node);
    case Kind::named_expression:
      return visit_named_expression(node);
    case Kind::conditional_expression:
      return visit_conditional(node);
    case Kind::as_pattern:
      return visit_as_pattern(node);
    case Kind::delete_statement:
      return visit_delete(node);
    case Kind::for_statement:
      return visit_for(node);
    case Kind::while_statement:
      return visit_while(node);
    case Kind::except_clause:
    case Kind::except_group_clause:
      return visit_except(node);
    case Kind::list_comprehension:
    case Kind::set_comprehension:
    case Kind::dictionary_comprehension:
    case Kind::generator_expression:
      return visit_comprehension(node);
    case Kind::lambda:
      return visit_lambda(node);
    case Kind::decorated_definition:
      return visit_definition(tree_.child(node, Field::definition), node);
    case Kind::function_definition:
    case Kind::class_definition:
      return visit_definition(node, TSNode{});
    case Kind::type_alias_statement:
      return visit_type_alias(node);
    case Kind::global_statement:
      return visit_global(node);
    case Kind::import_statement:
    case Kind::import_from_statement:
    case Kind::future_import_statement:
      return visit_import(node);
    case Kind::case_clause:
      return visit_case(node);
    case Kind::print_statement:
      return visit_print(node);
    case Kind::exec_statement:
      return refuse(node, "Missing parentheses in call to 'exec'. Did you mean exec(...)?");
    case Kind::return_statement:
      if (place_.function == Function::none || place_.in_class) misplace(node, "'return' outside function");
      return visit_children(node);
    case Kind::yield:
      if (place_.function == Function::none || place_.in_class) misplace(node, "'yield' outside function");
      return visit_children(node);
    case Kind::await_expression:
      if (place_.function == Function::plain) misplace(node, "'await' outside async function");
      return visit_children(node);
    case Kind::break_statement:
      if (!place_.in_loop) misplace(node, "'break' outside loop");
      return;
    case Kind::continue_statement:
      if (!place_.in_loop) misplace(node, "'continue' not properly in loop");
      return;
    default:
      return visit_children(node);
  }
}

void NameVisitor::visit_call(TSNode node) {
  const TSNode function = tree_.child(node, Field::function);
  if (kind_of(function) == Kind::attribute) {
    const std::string_view name = text_of(function);
    if (name == "mo.sql" || name == "marimo.sql" || name == "duckdb.sql" || name == "duckdb.execute") {
      bind_sql_names(node);
    }
  }
  visit_children(node);
}

// A call with one text: its tables are names as well.
void NameVisitor::bind_sql_names(TSNode call) {
  TSNode text{};
  const TSNode list = tree_.child(call, Field::arguments);
  if (ts_node_is_null(list)) return;
  const Children arguments(*this, list);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (kind_of(arguments[i].node) == Kind::keyword_argument) continue;
    if (!ts_node_is_null(text)) return;
    text = arguments[i].node;
  }
  if (ts_node_is_null(text)) return;
  is_sql_ = true;
  // "1" is right in more places than any other text.
  const std::optional<std::string> sql = string_value(tree_, text, "1");
  if (!sql) return;
  SqlNames names = find_sql_names(*sql);
  for (SqlDefinition& definition : names.definitions) {
    scopes_.bind_for_sql(sql_texts_.emplace_back(definition.name));
    sql_definitions_.push_back(std::move(definition));
  }
  for (std::string& name : names.references) scopes_.refer_for_sql(sql_texts_.emplace_back(std::move(name)));
}

// a + b + c … nests to the left as deep as it is long, so its length must not use up the stack.
void NameVisitor::visit_operators(TSNode node) {
  const std::size_t begin = operands_.size();
  while (kind_of(node) == Kind::binary_operator || kind_of(node) == Kind::boolean_operator) {
    operands_.push_back(tree_.child(node, Field::right));
    node = tree_.child(node, Field::left);
  }
  visit(node);
  while (operands_.size() > begin) {
    const TSNode operand = operands_.back();
    operands_.pop_back();
    visit(operand);
  }
}

// In f"{x:=5}" there is no walrus: "=5" says how to format x.
void NameVisitor::visit_interpolation(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    if (kind_of(child) == Kind::named_expression) {
      load(tree_.child(child, Field::name));
      visit(tree_.child(child, Field::value));
    } else {
      visit(child);
    }
  }
}

// The condition of `a if b else c` is looked at first.
void NameVisitor::visit_conditional(TSNode node) {
  const Children children(*this, node);
  if (children.size() != 3) return;
  visit(children[1].node);
  visit(children[0].node);
  visit(children[2].node);
}

void NameVisitor::visit_comprehension(TSNode node) {
  scopes_.enter(Scopes::Kind::comprehension);
  Place place = place_;
  // A generator may wait, wherever it is made.
  if (kind_of(node) == Kind::generator_expression) place.function = Function::async;
  const Restore<Place> inside(place_, place);
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    if (kind_of(child) == Kind::for_in_clause) {
      visit_comprehension_for(child);
    } else if (kind_of(child) == Kind::if_clause) {
      visit(child);
    }
  }
  visit_field(children, Field::body);
  scopes_.leave();
}

void NameVisitor::visit_comprehension_for(TSNode node) {
  const Children children(*this, node);
  visit_field(children, Field::right);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::left) bind_target(children[i].node);
  }
}

// What Python's parser refuses comes before what its compiler refuses.
void NameVisitor::refuse(TSNode node, std::string message) {
  if (!refused_)
    refused_ = {std::move(message), begin_line_of(node), begin_of(node), end_of(node), "SyntaxError"};
}

void NameVisitor::misplace(TSNode node, std::string message) {
  if (!misplaced_) misplaced_ = {std::move(message), begin_line_of(node), std::nullopt, 0, "SyntaxError"};
}

ErrorOutput NameVisitor::star_import_error(std::size_t line) {
  ErrorOutput error;
  error.kind = "import-star";
  error.name = "SyntaxError";
  error.message =
      fmt::format("line {} SyntaxError: Importing symbols with `import *` is not allowed in marimo.", line);
  error.line = line;
  return error;
}

bool NameVisitor::is_hidden(std::string_view name) const {
  return std::find(hidden_.begin(), hidden_.end(), name) != hidden_.end();
}

}  // namespace cloche::notebook
