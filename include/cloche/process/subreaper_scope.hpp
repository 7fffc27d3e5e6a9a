#pragma once

namespace cloche::process {

/// Makes the calling program a child subreaper while it lives, so that it can end the tree of a guardian that
/// was itself killed.
///
/// For a program whose only children are this library's (the command line): orphans of a lost guardian arrive
/// here and are ended. The library never does this behind a caller's back, since it would bring strangers'
/// zombies.
class SubreaperScope {
 public:
  SubreaperScope();
  ~SubreaperScope();
  SubreaperScope(const SubreaperScope&) = delete;
  SubreaperScope& operator=(const SubreaperScope&) = delete;
};

}  // namespace cloche::process
