#include "execution/worker_location.hpp"

#include <filesystem>
#include <system_error>

#include "execution/execute.hpp"

namespace cloche::execution {
namespace {

namespace fs = std::filesystem;

bool holds_worker(const fs::path& directory) {
  std::error_code ignored;  // not there and not readable are the same to us: it can't be run
  return fs::is_regular_file(directory / "__main__.py", ignored);
}

}  // namespace

std::string worker_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "libexec/cloche/worker";
  if (!error && holds_worker(installed)) return installed.string();
  const fs::path built = CLOCHE_WORKER_DIRECTORY;
  if (holds_worker(built)) return built.string();
  throw StartError("the worker could not be started: its files are not at `" + installed.string() +
                   "`: the installation is incomplete");
}

}  // namespace cloche::execution
