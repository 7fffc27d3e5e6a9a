#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notebook/cell_names.hpp"
#include "notebook/scopes.hpp"
#include "notebook/syntax_error.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {

/// Walks a cell's tree in the order in which marimo walks Python's own: that order decides, for example, that
/// `for x in x` uses no other cell's x. The tree has no error and outlives the visitor.
class NameVisitor {
 public:
  explicit NameVisitor(const SyntaxTree& tree) : tree_(tree) {}

  CellNames run();

 private:
  // Python gives up on code that is nested deeper than this, long before our stack ends.
  static constexpr int deepest_nesting = 1000;

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

  // Dispatch and expressions.
  void load(TSNode identifier);
  void store(TSNode identifier);
  void visit_children(TSNode node);
  void visit_field(const Children& children, Field field);
  void visit(TSNode node);
  void visit_call(TSNode node);
  void bind_sql_names(TSNode call);
  void visit_operators(TSNode node);
  void visit_interpolation(TSNode node);
  void visit_conditional(TSNode node);
  void visit_comprehension(TSNode node);
  void visit_comprehension_for(TSNode node);
  void refuse(TSNode node, std::string message);
  void misplace(TSNode node, std::string message);
  static ErrorOutput star_import_error(std::size_t line);
  bool is_hidden(std::string_view name) const;

  // Statements that bind names.
  void bind_target(TSNode node);
  void visit_assignment(TSNode node);
  void visit_augmented_assignment(TSNode node);
  void visit_named_expression(TSNode node);
  void visit_as_pattern(TSNode node);
  void visit_delete(TSNode node);
  void delete_target(TSNode node);
  void visit_for(TSNode node);
  void visit_while(TSNode node);
  void visit_loop_body(const Children& children);
  void visit_except(TSNode node);
  void visit_global(TSNode node);
  void visit_import(TSNode node);
  void visit_case(TSNode node);
  void visit_pattern(TSNode node);
  void capture(TSNode name);
  void visit_print(TSNode node);

  // Functions, classes, type parameters.
  void visit_lambda(TSNode node);
  void visit_definition(TSNode definition, TSNode decorated);
  void visit_decorators(TSNode decorated);
  void visit_parameters(TSNode parameters);
  void bind_parameters(TSNode parameters);
  TSNode parameter_name(TSNode parameter) const;
  void bind_parameter(TSNode name);
  void bind_type_parameters(const Children& definition);
  void bind_type_parameter_list(TSNode list);
  void bind_type_parameter(TSNode node);
  void visit_type_alias(TSNode node);

  const SyntaxTree& tree_;
  Scopes scopes_;
  // The exceptions of the handlers around the current place.
  std::vector<std::string_view> hidden_;
  std::vector<SyntaxTree::Child> stack_;
  std::vector<TSNode> operands_;
  // Names from SQL text, which is nowhere else; the scopes look at them.
  std::deque<std::string> sql_texts_;
  std::vector<SqlDefinition> sql_definitions_;
  bool is_sql_ = false;
  Place place_;
  int depth_ = 0;
  std::optional<SyntaxProblem> refused_;
  std::optional<SyntaxProblem> misplaced_;
  std::optional<std::size_t> star_import_line_;
};

}  // namespace cloche::notebook
