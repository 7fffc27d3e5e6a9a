#include "rendering/outline.hpp"

#include <algorithm>

namespace cloche::rendering {

bool Outline::takes_as_title(std::string_view text, bool is_first_output) {
  if (has_headings_ || text.empty()) return false;
  has_headings_ = true;
  if (!is_given_) title_ = text;
  return title_ == text && is_first_output;
}

int Outline::add(int source_level, std::string id, std::string text, bool is_listed) {
  has_headings_ = true;
  while (!enclosing_.empty() && enclosing_.back() >= source_level) enclosing_.pop_back();
  enclosing_.push_back(source_level);
  const int level = std::min(static_cast<int>(enclosing_.size()) + 1, 6);
  entries_.push_back({level, std::move(id), std::move(text), is_listed});
  return level;
}

}  // namespace cloche::rendering
