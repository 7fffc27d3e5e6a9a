#include "artifact/parent_folders.hpp"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

#include "artifact/write_error.hpp"

namespace cloche::artifact {

ParentFolders::ParentFolders(const std::string& folder, const std::string& user_path) {
  if (::access(folder.c_str(), F_OK) == 0) return;
  for (std::size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    std::string part = folder.substr(0, end);
    const int error = ::mkdir(part.c_str(), 0777) < 0 ? errno : 0;
    if (error == 0) {
      made_.push_back(std::move(part));
    } else if (::access(part.c_str(), F_OK) < 0) {
      remove_made();
      throw WriteError(error, user_path);
    }
    if (end == std::string::npos) return;
  }
}

ParentFolders::~ParentFolders() {
  remove_made();
}

void ParentFolders::remove_made() noexcept {
  // Somebody else may have put something in by now; then rmdir fails, and the folder is theirs.
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) ::rmdir(made->c_str());
  made_.clear();
}

}  // namespace cloche::artifact
