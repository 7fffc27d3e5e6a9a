#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "notebook/graph.hpp"

namespace cloche::notebook {

/// Whether marimo keeps `name` to its cell: "_x" and "__" are private, "__x" is not.
bool is_private(std::string_view name);

/// The names of one cell while its code is walked from its first statement to its last: which scopes bind
/// them, and which are left for other cells to bind. The rules are marimo's, not Python's: a name is looked
/// up in all scopes around it, those of classes included. Names are views of the cell's source.
class Scopes {
 public:
  enum class Kind { plain, comprehension };

  Scopes();

  /// Opens a scope inside the current one, and leaves it again. The first scope is the cell's and stays.
  void enter(Kind kind);
  void leave();

  /// Binds a name in the current scope, or in the cell's if it was declared global here.
  void bind(std::string_view name);
  /// Binds a name for SQL text only, or uses one, which may well be bound here: it still counts as a
  /// reference.
  void bind_for_sql(std::string_view name);
  void refer_for_sql(std::string_view name);
  /// Whether SQL was the last to bind the cell's `name`.
  bool is_bound_for_sql(std::string_view name) const;
  /// Binds the target of `:=`, which goes out of comprehensions.
  void bind_outside_comprehensions(std::string_view name);
  /// Uses a name. If no scope has bound it yet, it is a reference, until one around this use binds it.
  void refer(std::string_view name);
  void remove(std::string_view name);
  void declare_global(std::string_view name);

  bool in_comprehension() const { return blocks_.back().kind == Kind::comprehension; }

  CellAnalysis result() const;

 private:
  // Scopes are numbered as they are opened. While a scope is open, all that were opened after it are inside
  // it, so that comparing numbers tells whether one contains another.
  using BlockNumber = std::uint32_t;
  static constexpr BlockNumber none = std::numeric_limits<BlockNumber>::max();
  static constexpr BlockNumber cell_block = 0;

  struct Name {
    std::string_view text;
    // The open scopes that bind it.
    std::vector<BlockNumber> binders;
    // The outermost scope with a use that nothing around it has bound, and with such a `del`.
    BlockNumber referrer = none;
    BlockNumber remover = none;
    bool is_for_sql = false;
  };

  struct Block {
    BlockNumber number = cell_block;
    Kind kind = Kind::plain;
    std::vector<std::size_t> bound;
    std::unordered_set<std::size_t> globals;
  };

  std::size_t index_of(std::string_view name);
  void bind_in(Block& block, std::size_t name);

  std::unordered_map<std::string_view, std::size_t> indices_;
  std::vector<Name> names_;
  std::vector<Block> blocks_;
  BlockNumber next_number_ = cell_block + 1;
};

}  // namespace cloche::notebook
