#include "notebook/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "notebook/grammar_gaps.hpp"
#include "notebook/line_structure.hpp"
#include "notebook/scopes.hpp"
#include "notebook/syntax_error.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {
namespace {

// Python gives up on code that is nested deeper than this, long before our stack ends.
constexpr int deepest_nesting = 1000;

// Walks a cell's tree in the order in which marimo walks Python's own: that order decides, for example, that
// `for x in x` uses no other cell's x.
class NameVisitor {
 public:
  explicit NameVisitor(const SyntaxTree& tree) : tree_(tree) {}

  CellNames run() {
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
    }
    return names;
  }

 private:
  enum class Function { none, plain, async };

  // What `return`, `yield`, `await`, `break` and `continue` may stand in.
  struct Place {
    Function function = Function::none;
    bool in_class = false;
    bool in_loop = false;
  };

  // The children of a node, for as long as this lives, on a stack that all nodes on the way share.
  class Children {
   public:
    Children(NameVisitor& visitor, TSNode node) : stack_(visitor.stack_), begin_(stack_.size()) {
      visitor.tree_.append_children(node, stack_);
      size_ = stack_.size() - begin_;
    }
    ~Children() { stack_.resize(begin_); }
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    std::size_t size() const { return size_; }
    // By value: the stack moves when it grows.
    SyntaxTree::Child operator[](std::size_t i) const { return stack_[begin_ + i]; }

   private:
    std::vector<SyntaxTree::Child>& stack_;
    std::size_t begin_;
    std::size_t size_ = 0;
  };

  template <typename T>
  class Restore {
   public:
    Restore(T& variable, T value) : variable_(variable), old_(std::exchange(variable, value)) {}
    ~Restore() { variable_ = old_; }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;

   private:
    T& variable_;
    T old_;
  };

  std::string_view text_of(TSNode node) const { return tree_.text_of(node); }

  bool is_hidden(std::string_view name) const {
    return std::find(hidden_.begin(), hidden_.end(), name) != hidden_.end();
  }

  void load(TSNode identifier) {
    if (!is_hidden(text_of(identifier))) scopes_.refer(text_of(identifier));
  }

  void store(TSNode identifier) {
    if (!is_hidden(text_of(identifier))) scopes_.bind(text_of(identifier));
  }

  void visit_children(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) visit(children[i].node);
  }

  // The children in one field only.
  void visit_field(const Children& children, Field field) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].field == field) visit(children[i].node);
    }
  }

  void visit(TSNode node) {
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

  // a + b + c … nests to the left as deep as it is long, so its length must not use up the stack.
  void visit_operators(TSNode node) {
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
  void visit_interpolation(TSNode node) {
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

  // Binds the names in the target of an assignment, a loop, a `with`.
  void bind_target(TSNode node) {
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
  void visit_assignment(TSNode node) {
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

  void visit_augmented_assignment(TSNode node) {
    visit(tree_.child(node, Field::right));
    bind_target(tree_.child(node, Field::left));
  }

  void visit_named_expression(TSNode node) {
    visit(tree_.child(node, Field::value));
    const TSNode name = tree_.child(node, Field::name);
    if (scopes_.in_comprehension()) {
      scopes_.bind_outside_comprehensions(text_of(name));
    } else {
      store(name);
    }
  }

  // The condition of `a if b else c` is looked at first.
  void visit_conditional(TSNode node) {
    const Children children(*this, node);
    if (children.size() != 3) return;
    visit(children[1].node);
    visit(children[0].node);
    visit(children[2].node);
  }

  void visit_as_pattern(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].field == Field::alias) {
        bind_target(children[i].node);
      } else {
        visit(children[i].node);
      }
    }
  }

  void visit_delete(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) delete_target(children[i].node);
  }

  void delete_target(TSNode node) {
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
  void visit_for(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].field == Field::left) bind_target(children[i].node);
    }
    visit_field(children, Field::right);
    visit_loop_body(children);
    visit_field(children, Field::alternative);
  }

  void visit_while(TSNode node) {
    const Children children(*this, node);
    visit_field(children, Field::condition);
    visit_loop_body(children);
    visit_field(children, Field::alternative);
  }

  void visit_loop_body(const Children& children) {
    Place place = place_;
    place.in_loop = true;
    const Restore<Place> inside(place_, place);
    visit_field(children, Field::body);
  }

  // `except E as e`: inside the handler every e is this one, which is nobody else's business.
  void visit_except(TSNode node) {
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

  void visit_comprehension(TSNode node) {
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

  void visit_comprehension_for(TSNode node) {
    const Children children(*this, node);
    visit_field(children, Field::right);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].field == Field::left) bind_target(children[i].node);
    }
  }

  void visit_lambda(TSNode node) {
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
  void visit_definition(TSNode definition, TSNode decorated) {
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

  void visit_decorators(TSNode decorated) {
    if (ts_node_is_null(decorated)) return;
    const Children children(*this, decorated);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (kind_of(children[i].node) == Kind::decorator) visit_children(children[i].node);
    }
  }

  // Default values before any name; then each name, with its annotation after it; *args and **kwargs last.
  void visit_parameters(TSNode parameters) {
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

  void bind_parameters(TSNode parameters) {
    const Children children(*this, parameters);
    for (std::size_t i = 0; i < children.size(); ++i) {
      const TSNode name = parameter_name(children[i].node);
      if (!ts_node_is_null(name)) bind_parameter(name);
    }
  }

  // An identifier, or a pattern that holds one; null for the separators `/` and `*`.
  TSNode parameter_name(TSNode parameter) const {
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

  void bind_parameter(TSNode name) {
    const TSNode identifier = kind_of(name) == Kind::identifier ? name : ts_node_named_child(name, 0);
    if (!ts_node_is_null(identifier)) scopes_.bind(text_of(identifier));
  }

  void bind_type_parameters(const Children& definition) {
    for (std::size_t i = 0; i < definition.size(); ++i) {
      if (definition[i].field == Field::type_parameters) bind_type_parameter_list(definition[i].node);
    }
  }

  void bind_type_parameter_list(TSNode list) {
    const Children children(*this, list);
    for (std::size_t i = 0; i < children.size(); ++i) bind_type_parameter(children[i].node);
  }

  // `T`, `T: bound`, `*T`, `**T`, in whichever of several ways the grammar reads them.
  void bind_type_parameter(TSNode node) {
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
  void visit_type_alias(TSNode node) {
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

  void visit_global(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) scopes_.declare_global(text_of(children[i].node));
  }

  void visit_import(TSNode node) {
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

  void visit_case(TSNode node) {
    const Children children(*this, node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (kind_of(children[i].node) == Kind::case_pattern) visit_pattern(children[i].node);
    }
    visit_field(children, Field::guard);
    visit_field(children, Field::consequence);
  }

  void visit_pattern(TSNode node) {
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

  void capture(TSNode name) {
    if (text_of(name) != "_") scopes_.bind(text_of(name));
  }

  // `print >>file, x` is a tuple; any other print statement is Python 2's.
  void visit_print(TSNode node) {
    if (kind_of(ts_node_named_child(node, 0)) != Kind::chevron) {
      return refuse(node, "Missing parentheses in call to 'print'. Did you mean print(...)?");
    }
    scopes_.refer("print");
    visit_children(node);
  }

  // What Python's parser refuses comes before what its compiler refuses.
  void refuse(TSNode node, std::string message) {
    if (!refused_) refused_ = {std::move(message), begin_line_of(node), begin_of(node), end_of(node), "SyntaxError"};
  }

  void misplace(TSNode node, std::string message) {
    if (!misplaced_) misplaced_ = {std::move(message), begin_line_of(node), std::nullopt, 0, "SyntaxError"};
  }

  static ErrorOutput star_import_error(std::size_t line) {
    ErrorOutput error;
    error.kind = "import-star";
    error.name = "SyntaxError";
    error.message =
        fmt::format("line {} SyntaxError: Importing symbols with `import *` is not allowed in marimo.", line);
    error.line = line;
    return error;
  }

  const SyntaxTree& tree_;
  Scopes scopes_;
  std::vector<std::string_view> hidden_;
  std::vector<SyntaxTree::Child> stack_;
  std::vector<TSNode> operands_;
  Place place_;
  int depth_ = 0;
  std::optional<SyntaxProblem> refused_;
  std::optional<SyntaxProblem> misplaced_;
  std::optional<std::size_t> star_import_line_;
};

}  // namespace

CellNames find_names(std::string_view source) {
  const SyntaxTree tree(source);
  if (!tree.has_error()) {
    if (const std::optional<SyntaxProblem> problem = find_line_problem(source)) {
      return {{}, to_error(source, *problem)};
    }
    return NameVisitor(tree).run();
  }
  const SyntaxProblem problem = find_problem(tree);
  const std::string known_syntax = with_joined_lines(without_newer_syntax(source));
  if (known_syntax != source && !find_line_problem(source)) {
    const SyntaxTree second_tree(known_syntax);
    if (!second_tree.has_error()) return NameVisitor(second_tree).run();
  }
  return {{}, to_error(source, problem)};
}

}  // namespace cloche::notebook
