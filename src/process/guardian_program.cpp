#include "process/guardian_program.hpp"

#include <array>
#include <climits>
#include <string>

#include <unistd.h>

namespace cloche::process {
namespace {

constexpr const char* program_name = "cloche-guardian";

std::string beside_executable() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0 || size == static_cast<ssize_t>(sizeof path)) return {};
  std::string folder(path, static_cast<std::size_t>(size));
  folder.resize(folder.rfind('/'));
  return folder + "/../libexec/cloche/" + program_name;
}

struct Paths {
  std::string beside = beside_executable();
  std::string installed = std::string(CLOCHE_LIBEXEC_DIRECTORY) + "/" + program_name;
  std::array<const char*, 3> list{};

  Paths() {
    std::size_t count = 0;
    if (!beside.empty()) list[count++] = beside.c_str();
    list[count] = installed.c_str();
  }
};

}  // namespace

const char* const* guardian_program_paths() {
  static const Paths paths;
  return paths.list.data();
}

}  // namespace cloche::process
