#include "notebook/name_visitor.hpp"

namespace cloche::notebook {

void NameVisitor::visit_lambda(TSNode node) {
  scopes_.enter(Scopes::Kind::plain);
  const Children children(*this, node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::parameters) visit_parameters(children[i].node);
  }
  const Restore<Place> inside(place_, Place{Function::plain, false, false});
  visit_field(children, Field::body);
  scopes_.leave();
}

// marimo looks at a definition twice: first at all but its body, in a scope of its own, then at the body.
void NameVisitor::visit_definition(TSNode definition, TSNode decorated) {
  if (ts_node_is_null(definition)) return;
  const bool is_class = kind_of(definition) == Kind::class_definition;
  const Children children(*this, definition);

  scopes_.enter(Scopes::Kind::plain);
  bind_type_parameters(children);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::parameters) visit_parameters(children[i].node);
  }
  visit_field(children, Field::superclasses);
  visit_decorators(decorated);
  visit_field(children, Field::return_type);
  scopes_.leave();

  scopes_.enter(Scopes::Kind::plain);
  bind_type_parameters(children);
  Place place = place_;
  place.in_loop = false;
  if (is_class) {
    place.in_class = true;
  } else {
    const bool is_async = text_of(definition).starts_with("async");
    place = {is_async ? Function::async : Function::plain, false, false};
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].field == Field::parameters) bind_parameters(children[i].node);
    }
  }
  {
    const Restore<Place> inside(place_, place);
    visit_field(children, Field::body);
  }
  scopes_.leave();

  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].field == Field::name) scopes_.bind(text_of(children[i].node));
  }
}

void NameVisitor::visit_decorators(TSNode decorated) {
  if (ts_node_is_null(decorated)) return;
  const Children children(*this, decorated);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (kind_of(children[i].node) == Kind::decorator) visit_children(children[i].node);
  }
}

// Default values before any name; then each name, with its annotation after it; *args and **kwargs last.
void NameVisitor::visit_parameters(TSNode parameters) {
  const Children children(*this, parameters);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Kind kind = kind_of(children[i].node);
    if (kind == Kind::default_parameter || kind == Kind::typed_default_parameter) {
      visit(tree_.child(children[i].node, Field::value));
    }
  }
  for (const bool collecting : {false, true}) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      const TSNode name = parameter_name(children[i].node);
      if (ts_node_is_null(name) || (kind_of(name) != Kind::identifier) != collecting) continue;
      bind_parameter(name);
      const Kind kind = kind_of(children[i].node);
      if (kind == Kind::typed_parameter || kind == Kind::typed_default_parameter) {
        visit(tree_.child(children[i].node, Field::type));
      }
    }
  }
}

void NameVisitor::bind_parameters(TSNode parameters) {
  const Children children(*this, parameters);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const TSNode name = parameter_name(children[i].node);
    if (!ts_node_is_null(name)) bind_parameter(name);
  }
}

// An identifier, or a pattern that holds one; null for the separators `/` and `*`.
TSNode NameVisitor::parameter_name(TSNode parameter) const {
  switch (kind_of(parameter)) {
    case Kind::identifier:
    case Kind::list_splat_pattern:
    case Kind::dictionary_splat_pattern:
      return parameter;
    case Kind::typed_parameter:
      return ts_node_named_child(parameter, 0);
    case Kind::default_parameter:
    case Kind::typed_default_parameter:
      return tree_.child(parameter, Field::name);
    default:
      return {};
  }
}

void NameVisitor::bind_parameter(TSNode name) {
  const TSNode identifier = kind_of(name) == Kind::identifier ? name : ts_node_named_child(name, 0);
  if (!ts_node_is_null(identifier)) scopes_.bind(text_of(identifier));
}

void NameVisitor::bind_type_parameters(const Children& definition) {
  for (std::size_t i = 0; i < definition.size(); ++i) {
    if (definition[i].field == Field::type_parameters) bind_type_parameter_list(definition[i].node);
  }
}

void NameVisitor::bind_type_parameter_list(TSNode list) {
  const Children children(*this, list);
  for (std::size_t i = 0; i < children.size(); ++i) bind_type_parameter(children[i].node);
}

// `T`, `T: bound`, `*T`, `**T`, in whichever of several ways the grammar reads them.
void NameVisitor::bind_type_parameter(TSNode node) {
  const Children children(*this, node);
  switch (kind_of(node)) {
    case Kind::identifier:
      return scopes_.bind(text_of(node));
    case Kind::constrained_type:
    case Kind::slice:
      if (children.size() > 0) bind_type_parameter(children[0].node);
      for (std::size_t i = 1; i < children.size(); ++i) visit(children[i].node);
      return;
    case Kind::type:
    case Kind::splat_type:
    case Kind::list_splat:
    case Kind::list_splat_pattern:
      if (children.size() > 0) bind_type_parameter(children[0].node);
      return;
    default:
      return visit(node);
  }
}

// `type X[T] = value`; the grammar also takes `type(x).y = value` for one.
void NameVisitor::visit_type_alias(TSNode node) {
  const TSNode left = ts_node_named_child(tree_.child(node, Field::left), 0);
  if (ts_node_is_null(left)) return;
  const Children children(*this, left);
  const bool has_parameters = kind_of(left) == Kind::generic_type || kind_of(left) == Kind::subscript;
  const TSNode name = has_parameters && children.size() > 0 ? children[0].node : left;
  if (kind_of(name) != Kind::identifier) {
    visit(tree_.child(node, Field::right));
    scopes_.refer("type");
    return visit(left);
  }
  store(name);
  scopes_.enter(Scopes::Kind::plain);
  for (std::size_t i = 1; i < children.size(); ++i) {
    const TSNode child = children[i].node;
    if (kind_of(child) == Kind::type_parameter) {
      bind_type_parameter_list(child);
    } else {
      bind_type_parameter(child);
    }
  }
  visit(tree_.child(node, Field::right));
  scopes_.leave();
}

}  // namespace cloche::notebook
