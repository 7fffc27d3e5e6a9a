#include <string>

#include "notebook/name_visitor.hpp"

namespace cloche::notebook {

// Binds the names in the target of an assignment, a loop, a `with`.
void NameVisitor::bind_target(TSNode node) {
  switch (kind_of(node)) {
    case Kind::identifier:
      return store(node);
    case Kind::pattern_list:
    case Kind::tuple_pattern:
    case Kind::list_pattern:
    case Kind::list_splat_pattern:
    case Kind::list_splat:
    case Kind::expression_list:
    case Kind::tuple:
    case Kind::list:
    case Kind::parenthesized_expression:
    case Kind::as_pattern_target: {
      const Restore<int> deeper(depth_, depth_ + 1);
      if (depth_ > deepest_nesting) return refuse(node, "too many nested parentheses");
      const Children children(*this, node);
      for (std::size_t i = 0; i < children.size(); ++i) bind_target(children[i].node);
      return;
    }
    default:
      return visit(node);
  }
}

// a = b = value: the value first, then the targets from left to right.
void NameVisitor::visit_assignment(TSNode node) {
  const std::size_t begin = operands_.size();
  TSNode annotation{};
  while (kind_of(node) == Kind::assignment) {
    operands_.push_back(tree_.child(node, Field::left));
    if (const TSNode type = tree_.child(node, Field::type); !ts_node_is_null(type)) annotation = type;
    node = tree_.child(node, Field::right);
    if (ts_node_is_null(node)) break;
  }
  visit(node);
  visit(annotation);
  const std::size_t end = operands_.size();
  for (std::size_t i = begin; i < end; ++i) bind_target(operands_[i]);
  operands_.resize(begin);
}

void NameVisitor::visit_augmented_assignment(TSNode node) {
  visit(tree_.child(node, Field::right));
  bind_target(tree_.child(node, Field::left));
}

void NameVisitor::visit_named_expression(TSNode node) {
  visit(tree_.child(node, Field::value));
  const TSNode name = tree_.child(node, Field::name);
  if (scopes_.in_comprehension()) {
    scopes_.bind_outside_comprehensions(text_of(name));
  } else {
    store(name);
  }
}

void NameVisitor::visit_as_pattern(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::alias) {
      bind_target(children[i].node);
    } else {
      visit(children[i].node);
    }
  }
}

void NameVisitor::visit_delete(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) delete_target(children[i].node);
}

void NameVisitor::delete_target(TSNode node) {
  const Restore<int> deeper(depth_, depth_ + 1);
  if (depth_ > deepest_nesting) return refuse(node, "too many nested parentheses");
  switch (kind_of(node)) {
    case Kind::identifier:
      if (!is_hidden(text_of(node))) scopes_.remove(text_of(node));
      return;
    case Kind::expression_list:
    case Kind::tuple:
    case Kind::list:
    case Kind::parenthesized_expression:
      return visit_delete(node);
    default:
      return visit(node);
  }
}

// The target is looked at before what is looped over.
void NameVisitor::visit_for(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::left) bind_target(children[i].node);
  }
  visit_field(children, Field::right);
  visit_loop_body(children);
  visit_field(children, Field::alternative);
}

void NameVisitor::visit_while(TSNode node) {
  const Children children(*this, node);
  visit_field(children, Field::condition);
  visit_loop_body(children);
  visit_field(children, Field::alternative);
}

void NameVisitor::visit_loop_body(const Children& children) {
  Place place = place_;
  place.in_loop = true;
  const Restore<Place> inside(place_, place);
  visit_field(children, Field::body);
}

// `except E as e`: inside the handler every e is this one, which is nobody else's business.
void NameVisitor::visit_except(TSNode node) {
  const Children children(*this, node);
  const std::size_t hidden_before = hidden_.size();
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    if (kind_of(child) != Kind::as_pattern) continue;
    const TSNode alias = tree_.child(child, Field::alias);
    if (!ts_node_is_null(alias)) hidden_.push_back(text_of(alias));
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    visit(kind_of(child) == Kind::as_pattern ? ts_node_named_child(child, 0) : child);
  }
  hidden_.resize(hidden_before);
}

void NameVisitor::visit_global(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) scopes_.declare_global(text_of(children[i].node));
}

void NameVisitor::visit_import(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    if (kind_of(child) == Kind::wildcard_import) {
      if (!star_import_line_) star_import_line_ = begin_line_of(node) + 1;
    } else if (kind_of(child) == Kind::aliased_import) {
      scopes_.bind(text_of(tree_.child(child, Field::alias)));
    } else if (children[i].field == Field::name) {
      // `import a.b` binds a.
      scopes_.bind(text_of(ts_node_named_child(child, 0)));
    }
  }
}

void NameVisitor::visit_case(TSNode node) {
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (kind_of(children[i].node) == Kind::case_pattern) visit_pattern(children[i].node);
  }
  visit_field(children, Field::guard);
  visit_field(children, Field::consequence);
}

void NameVisitor::visit_pattern(TSNode node) {
  const Restore<int> deeper(depth_, depth_ + 1);
  if (depth_ > deepest_nesting) return refuse(node, "too many nested parentheses");
  const Children children(*this, node);
  std::size_t first = 0;
  switch (kind_of(node)) {
    case Kind::string:
    case Kind::concatenated_string:
      return visit(node);
    case Kind::dotted_name:
      // A name alone is bound; one with a dot is looked up.
      if (children.size() > 1) return load(children[0].node);
      return capture(node);
    case Kind::class_pattern:
      if (children.size() > 0) load(ts_node_named_child(children[0].node, 0));
      first = 1;
      break;
    case Kind::keyword_pattern:
      first = 1;
      break;
    case Kind::identifier:
      return capture(node);
    default:
      break;
  }
  for (std::size_t i = first; i < children.size(); ++i) visit_pattern(children[i].node);
}

void NameVisitor::capture(TSNode name) {
  if (text_of(name) != "_") scopes_.bind(text_of(name));
}

// `print >>file, x` is a tuple; any other print statement is Python 2's.
void NameVisitor::visit_print(TSNode node) {
  if (kind_of(ts_node_named_child(node, 0)) != Kind::chevron) {
    return refuse(node, "Missing parentheses in call to 'print'. Did you mean print(...)?");
  }
  scopes_.refer("print");
  visit_children(node);
}

}  // namespace cloche::notebook
