#pragma once

#include <mutex>

#include <sys/types.h>

namespace cloche::process {

/// The direct children of this process that the library made and has not reaped. A sweep for orphans
/// (SubreaperScope) ends only those children that are not in it. The lock is held from before a process is
/// created until it is entered, so that none is ever seen as a stranger.
class ChildRegistry {
 public:
  /// One child's place, part of the object that owns the child: entering allocates nothing, so that it can't
  /// fail.
  class Entry {
   public:
    Entry() = default;
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// Needs the lock. Entering another pid replaces the first.
    void enter(pid_t pid) noexcept;

   private:
    friend class ChildRegistry;
    pid_t pid_ = 0;
    Entry* next_ = nullptr;
  };

  static std::mutex& mutex();
  /// Needs the lock.
  static bool holds(pid_t pid) noexcept;
};

}  // namespace cloche::process
