#include "notebook/graph.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "notebook/cell_names.hpp"
#include "notebook/sql_names.hpp"

namespace cloche::notebook {
namespace {

using CellIndices = std::vector<std::size_t>;
using CellsOfName = std::unordered_map<std::string_view, CellIndices>;

bool is_code(const Cell& cell) {
  return cell.kind != CellKind::markdown && cell.kind != CellKind::raw;
}

ErrorOutput graph_error(std::string kind, std::string message) {
  ErrorOutput error;
  error.kind = std::move(kind);
  error.message = std::move(message);
  return error;
}

// What SQL text in the cells makes, beside what Python binds.
struct SqlSide {
  std::vector<bool> is_sql_cell;
  // By cell; names are unique in each.
  std::vector<std::map<std::string, SqlDefinition>> definitions;

  const SqlDefinition* find(std::size_t cell, const std::string& name) const {
    const auto found = definitions[cell].find(name);
    return found == definitions[cell].end() ? nullptr : &found->second;
  }
};

SqlSide find_all_names(const Notebook& notebook, Graph& graph) {
  const std::size_t count = notebook.cells.size();
  graph.cells.resize(count);
  graph.errors.resize(count);
  SqlSide sql{std::vector<bool>(count), {}};
  sql.definitions.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_code(notebook.cells[i])) continue;
    CellNames names = find_names(notebook.cells[i].source);
    graph.cells[i] = std::move(names.analysis);
    sql.is_sql_cell[i] = names.is_sql;
    for (SqlDefinition& definition : names.sql_definitions) {
      sql.definitions[i][definition.name] = std::move(definition);
    }
    if (names.error) graph.errors[i].push_back(*std::move(names.error));
  }
  return sql;
}

CellsOfName cells_by_name(const Graph& graph, std::vector<std::string> CellAnalysis::*names) {
  CellsOfName cells;
  for (std::size_t i = 0; i < graph.cells.size(); ++i) {
    for (const std::string& name : graph.cells[i].*names) cells[name].push_back(i);
  }
  return cells;
}

// "catalog.schema.table" in its parts.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', begin)) {
    parts.push_back(name.substr(begin, dot - begin));
    begin = dot + 1;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

// Whether a reference to `parts`, the last of which is a table, needs what was defined. A table without a
// schema, on either side, may be in any.
bool needs(const std::vector<std::string>& parts, const SqlDefinition& definition) {
  const auto is_qualifier = [&](const std::string& name) {
    return std::find(parts.begin(), parts.end() - 1, name) != parts.end() - 1;
  };
  if (definition.kind != SqlDefinition::Kind::table) return is_qualifier(definition.name);
  if (parts.back() != definition.name) return false;
  const std::vector<std::string> defined = parts_of(definition.qualified_name);
  return parts.size() == 1 || defined.size() == 1 || is_qualifier(defined[defined.size() - 2]);
}

// Who binds a name comes before who uses it, and who uses it before who deletes it.
void connect(Graph& graph, const CellsOfName& definers, const SqlSide& sql) {
  graph.parents.resize(graph.cells.size());
  graph.children.resize(graph.cells.size());
  const auto for_each = [](const CellsOfName& cells, const std::string& name, const auto& action) {
    const auto found = cells.find(name);
    if (found == cells.end()) return;
    for (const std::size_t cell : found->second) action(cell);
  };
  const CellsOfName users = cells_by_name(graph, &CellAnalysis::references);
  for (std::size_t cell = 0; cell < graph.cells.size(); ++cell) {
    CellIndices& parents = graph.parents[cell];
    const auto add_parent = [&](std::size_t parent) {
      if (parent != cell) parents.push_back(parent);
    };
    for (const std::string& name : graph.cells[cell].references) {
      const std::vector<std::string> parts = sql.is_sql_cell[cell] ? parts_of(name) : std::vector{name};
      for (const std::string& part : parts) {
        for_each(definers, part, [&](std::size_t definer) {
          const SqlDefinition* definition = sql.find(definer, part);
          const bool is_needed =
              definition ? sql.is_sql_cell[cell] && needs(parts, *definition) : part == name;
          if (is_needed) add_parent(definer);
        });
      }
    }
    for (const std::string& name : graph.cells[cell].deletions) for_each(users, name, add_parent);
    std::sort(parents.begin(), parents.end());
    parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
    for (const std::size_t parent : parents) graph.children[parent].push_back(cell);
  }
}

// Tables of the same name in different schemas are different tables.
void find_multiple_definitions(Graph& graph, const CellsOfName& definers, const SqlSide& sql) {
  std::map<std::pair<std::string, std::string>, CellIndices> cells_of;
  for (const auto& [name, cells] : definers) {
    if (cells.size() < 2) continue;
    const std::string text(name);
    for (const std::size_t cell : cells) {
      const SqlDefinition* definition = sql.find(cell, text);
      cells_of[{text, definition ? definition->qualified_name : text}].push_back(cell);
    }
  }
  for (const auto& [names, cells] : cells_of) {
    if (cells.size() < 2) continue;
    for (const std::size_t cell : cells) {
      graph.errors[cell].push_back(graph_error(
          "multiple-defs", fmt::format("The variable '{}' was defined by another cell", names.first)));
    }
  }
}

// Tarjan's strongly connected components, with a stack of its own: a notebook may be a chain of any length.
class Cycles {
 public:
  explicit Cycles(const std::vector<CellIndices>& children)
      : children_(children),
        order_(children.size(), 0),
        low_(children.size(), 0),
        on_stack_(children.size()),
        on_cycle_(children.size()) {
    for (std::size_t cell = 0; cell < children.size(); ++cell) {
      if (order_[cell] == 0) search(cell);
    }
  }

  const std::vector<bool>& cells() const { return on_cycle_; }

 private:
  struct Visit {
    std::size_t cell;
    std::size_t next_child;
  };

  void search(std::size_t root) {
    std::vector<Visit> visits;
    open(root, visits);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      if (visit.next_child < children_[visit.cell].size()) {
        const std::size_t child = children_[visit.cell][visit.next_child++];
        if (order_[child] == 0) {
          open(child, visits);
        } else if (on_stack_[child]) {
          low_[visit.cell] = std::min(low_[visit.cell], order_[child]);
        }
        continue;
      }
      const std::size_t cell = visit.cell;
      visits.pop_back();
      if (!visits.empty()) low_[visits.back().cell] = std::min(low_[visits.back().cell], low_[cell]);
      if (low_[cell] == order_[cell]) close(cell);
    }
  }

  void open(std::size_t cell, std::vector<Visit>& visits) {
    order_[cell] = low_[cell] = ++last_;
    on_stack_[cell] = true;
    stack_.push_back(cell);
    visits.push_back({cell, 0});
  }

  // No cell is its own parent, so a component of one cell is no cycle.
  void close(std::size_t cell) {
    const bool is_cycle = stack_.back() != cell;
    std::size_t member = 0;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      on_cycle_[member] = is_cycle;
    } while (member != cell);
  }

  const std::vector<CellIndices>& children_;
  CellIndices order_;
  CellIndices low_;
  CellIndices stack_;
  std::vector<bool> on_stack_;
  std::vector<bool> on_cycle_;
  std::size_t last_ = 0;
};

void find_setup_references(const Notebook& notebook, Graph& graph) {
  for (std::size_t cell = 0; cell < notebook.cells.size(); ++cell) {
    if (notebook.cells[cell].id == "setup" && !graph.parents[cell].empty()) {
      graph.errors[cell].push_back(graph_error("setup-refs", "The setup cell cannot have references"));
    }
  }
}

// Kahn's algorithm: of the cells that are ready, the one that comes first in the notebook. Cells with errors
// don't run, so nobody waits for them.
void sort(const Notebook& notebook, const std::vector<bool>& on_cycle, Graph& graph) {
  std::vector<std::size_t> waiting_for(graph.cells.size(), 0);
  std::priority_queue<std::size_t, CellIndices, std::greater<>> ready;
  CellIndices last;
  for (std::size_t cell = 0; cell < graph.cells.size(); ++cell) {
    if (!is_code(notebook.cells[cell])) continue;
    if (graph.errors[cell].empty()) {
      waiting_for[cell] = static_cast<std::size_t>(
          std::count_if(graph.parents[cell].begin(), graph.parents[cell].end(),
                        [&](std::size_t parent) { return graph.errors[parent].empty(); }));
    }
    if (on_cycle[cell]) {
      last.push_back(cell);
    } else if (waiting_for[cell] == 0) {
      ready.push(cell);
    }
  }
  while (!ready.empty()) {
    const std::size_t cell = ready.top();
    ready.pop();
    graph.order.push_back(cell);
    if (!graph.errors[cell].empty()) continue;
    for (const std::size_t child : graph.children[cell]) {
      if (graph.errors[child].empty() && --waiting_for[child] == 0) ready.push(child);
    }
  }
  graph.order.insert(graph.order.end(), last.begin(), last.end());
}

}  // namespace

Graph analyze(const Notebook& notebook) {
  Graph graph;
  const SqlSide sql = find_all_names(notebook, graph);
  const CellsOfName definers = cells_by_name(graph, &CellAnalysis::definitions);
  connect(graph, definers, sql);
  find_multiple_definitions(graph, definers, sql);
  const Cycles cycles(graph.children);
  for (std::size_t cell = 0; cell < graph.cells.size(); ++cell) {
    if (cycles.cells()[cell]) graph.errors[cell].push_back(graph_error("cycle", "This cell is in a cycle"));
  }
  find_setup_references(notebook, graph);
  sort(notebook, cycles.cells(), graph);
  return graph;
}

std::vector<std::size_t> Graph::descendants(std::size_t cell) const {
  std::vector<bool> seen(children.size(), false);
  std::vector<std::size_t> found{cell};
  seen[cell] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::size_t child : children[found[i]]) {
      if (!seen[child]) found.push_back(child);
      seen[child] = true;
    }
  }
  found.erase(found.begin());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace cloche::notebook
