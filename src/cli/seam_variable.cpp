#include "cli/seam_variable.hpp"

#ifdef CLOCHE_SEAMS

#include <cerrno>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "process/seam.hpp"

namespace cloche::cli {
namespace {

// A hook is a plain function, so what it needs stands here.
process::Seam armed_seam;
int armed_fd = -1;

void hold(process::Seam at) {
  if (at != armed_seam) return;
  char byte = '!';
  if (::write(armed_fd, &byte, 1) != 1) return;
  while (::read(armed_fd, &byte, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace

void arm_seam_from_environment() {
  const char* variable = std::getenv("CLOCHE_SEAM");
  if (!variable) return;
  const std::string text = variable;
  const auto colon = text.find(':');
  for (const auto& [seam, name] : process::seam_names) {
    if (text.substr(0, colon) != name || colon == std::string::npos) continue;
    armed_seam = seam;
    armed_fd = std::atoi(text.c_str() + colon + 1);
    process::set_seam_hook(hold);
  }
}

}  // namespace cloche::cli

#endif
