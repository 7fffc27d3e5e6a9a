#include "notebook/scopes.hpp"

#include <algorithm>
#include <string>

namespace cloche::notebook {

bool is_private(std::string_view name) {
  return name == "__" || (name.starts_with('_') && !name.starts_with("__"));
}

Scopes::Scopes() : blocks_(1) {}

void Scopes::enter(Kind kind) {
  Block block;
  block.number = next_number_++;
  block.kind = kind;
  blocks_.push_back(std::move(block));
}

void Scopes::leave() {
  const Block& block = blocks_.back();
  for (const std::size_t name : block.bound) std::erase(names_[name].binders, block.number);
  blocks_.pop_back();
}

std::size_t Scopes::index_of(std::string_view name) {
  const auto [place, is_new] = indices_.try_emplace(name, names_.size());
  if (is_new) names_.push_back({name, {}, none, none, false});
  return place->second;
}

void Scopes::bind_in(Block& block, std::size_t index) {
  Name& name = names_[index];
  if (std::find(name.binders.begin(), name.binders.end(), block.number) == name.binders.end()) {
    name.binders.push_back(block.number);
    block.bound.push_back(index);
  }
  if (block.number == cell_block) name.is_for_sql = false;
  // Uses in scopes inside this one meant this binding, although it comes later: they run later still.
  if (name.referrer != none && name.referrer > block.number) name.referrer = none;
  if (name.remover != none && name.remover > block.number) name.remover = none;
}

void Scopes::bind(std::string_view name) {
  const std::size_t index = index_of(name);
  bind_in(blocks_.back().globals.contains(index) ? blocks_.front() : blocks_.back(), index);
}

void Scopes::bind_for_sql(std::string_view name) {
  bind(name);
  names_[index_of(name)].is_for_sql = true;
}

void Scopes::refer_for_sql(std::string_view text) {
  if (is_private(text)) return;
  Name& name = names_[index_of(text)];
  name.referrer = std::min(name.referrer, blocks_.back().number);
}

bool Scopes::is_bound_for_sql(std::string_view name) const {
  const auto found = indices_.find(name);
  return found != indices_.end() && names_[found->second].is_for_sql;
}

void Scopes::bind_outside_comprehensions(std::string_view name) {
  const auto block = std::find_if(blocks_.rbegin(), blocks_.rend(),
                                  [](const Block& candidate) { return candidate.kind == Kind::plain; });
  bind_in(*block, index_of(name));
}

void Scopes::refer(std::string_view text) {
  if (is_private(text)) return;
  Name& name = names_[index_of(text)];
  if (name.binders.empty()) name.referrer = std::min(name.referrer, blocks_.back().number);
}

void Scopes::remove(std::string_view text) {
  if (is_private(text)) return;
  Name& name = names_[index_of(text)];
  if (!name.binders.empty()) return;
  name.referrer = std::min(name.referrer, blocks_.back().number);
  name.remover = std::min(name.remover, blocks_.back().number);
}

void Scopes::declare_global(std::string_view text) {
  if (is_private(text)) return;
  const std::size_t index = index_of(text);
  Name& name = names_[index];
  blocks_.back().globals.insert(index);
  const bool bound = std::find(name.binders.begin(), name.binders.end(), cell_block) != name.binders.end();
  if (!bound) name.referrer = std::min(name.referrer, blocks_.back().number);
}

CellAnalysis Scopes::result() const {
  CellAnalysis analysis;
  for (const std::size_t name : blocks_.front().bound) {
    const std::string text(names_[name].text);
    (is_private(text) ? analysis.private_names : analysis.definitions).push_back(text);
  }
  for (const Name& name : names_) {
    if (name.referrer != none) analysis.references.emplace_back(name.text);
    if (name.remover != none) analysis.deletions.emplace_back(name.text);
  }
  for (std::vector<std::string>* names :
       {&analysis.definitions, &analysis.references, &analysis.deletions, &analysis.private_names}) {
    std::sort(names->begin(), names->end());
  }
  return analysis;
}

}  // namespace cloche::notebook
