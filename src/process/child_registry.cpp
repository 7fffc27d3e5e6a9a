#include "process/child_registry.hpp"

namespace cloche::process {
namespace {
ChildRegistry::Entry* first = nullptr;
}

std::mutex& ChildRegistry::mutex() {
  static std::mutex the_mutex;
  return the_mutex;
}

void ChildRegistry::Entry::enter(pid_t pid) noexcept {
  if (pid_ == 0) {
    next_ = first;
    first = this;
  }
  pid_ = pid;
}

ChildRegistry::Entry::~Entry() {
  if (pid_ == 0) return;
  const std::lock_guard lock(mutex());
  Entry** link = &first;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

bool ChildRegistry::holds(pid_t pid) noexcept {
  for (const Entry* entry = first; entry != nullptr; entry = entry->next_)
    if (entry->pid_ == pid) return true;
  return false;
}

}  // namespace cloche::process
