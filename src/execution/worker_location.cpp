#include "execution/worker_location.hpp"

#include <filesystem>
#include <system_error>

#include "execution/execute.hpp"

namespace cloche::execution {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;  // not there and not readable are the same to us: it can't be run
  return fs::is_regular_file(path, ignored);
}

}  // namespace

std::string worker_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "libexec/cloche/worker/__main__.py";
  if (!error && is_file(installed)) return installed.string();
  const fs::path built = CLOCHE_WORKER_DIRECTORY "/__main__.py";
  if (is_file(built)) return built.string();
  throw StartError("the worker could not be started: it is not at `" + installed.string() +
                   "`: the installation is incomplete");
}

}  // namespace cloche::execution
