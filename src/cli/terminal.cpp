#include "cli/terminal.hpp"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace cloche::cli {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool starts_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

}  // namespace

Terminal Terminal::of_standard_error() {
  const bool capable = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  const bool ci = !variable("CI").empty() && variable("CI") != "false";
  return {capable && !ci, capable && !ci && variable("NO_COLOR").empty()};
}

std::size_t Terminal::width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string harmless(std::string_view text) {
  std::string result(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    if (byte < ' ' || byte == 0x7f) result[i] = '?';
    // U+0080 to U+009F are control characters too.
    if (byte == 0xc2 && i + 1 < result.size() && static_cast<unsigned char>(result[i + 1]) < 0xa0) {
      result.replace(i, 2, "?");
    }
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t columns) {
  std::size_t count = 0;
  std::size_t cut = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!starts_character(text[i])) continue;
    if (count + 1 == columns) cut = i;
    if (++count > columns) return std::string(text.substr(0, cut)) + "…";
  }
  return std::string(text);
}

}  // namespace cloche::cli
