#pragma once

#include <string>
#include <vector>

namespace cloche::artifact {

/// The folders that had to be made for a file. Unless kept, those that are empty go away again with this
/// object.
class ParentFolders {
 public:
  /// Makes `folder` and what is missing above it. Throws WriteError for `user_path`, and then has removed
  /// what it made.
  ParentFolders(const std::string& folder, const std::string& user_path);
  ~ParentFolders();
  ParentFolders(const ParentFolders&) = delete;
  ParentFolders& operator=(const ParentFolders&) = delete;

  void keep() noexcept { made_.clear(); }

 private:
  void remove_made() noexcept;
  /// Outermost first.
  std::vector<std::string> made_;
};

}  // namespace cloche::artifact
