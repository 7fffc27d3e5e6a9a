#include "cli/console.hpp"

#include <cerrno>

#include <unistd.h>

namespace cloche::cli {
namespace {

constexpr std::string_view red = "31";
constexpr std::string_view yellow = "33";
constexpr std::string_view cyan = "36";
constexpr std::string_view erase_line = "\r\x1b[K";

/// To where messages go there is no message about messages that could not be written.
void write_message(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void Console::progress(std::string_view text) {
  if (verbosity_ == Verbosity::quiet) return;
  if (!terminal_.interactive) {
    detail(text);
    return;
  }
  // A line that fills the last column would wrap, and then could not be erased.
  write_message(std::string(erase_line) + shortened(harmless(text), Terminal::width() - 1));
  progress_shown_ = true;
}

void Console::erase_progress() {
  if (progress_shown_) write_message(erase_line);
  progress_shown_ = false;
}

void Console::detail(std::string_view text) {
  if (verbosity_ == Verbosity::verbose) say("", "", text);
}

void Console::notice(std::string_view text) {
  if (verbosity_ != Verbosity::quiet) say("note: ", cyan, text);
}

void Console::warning(std::string_view text) {
  if (verbosity_ != Verbosity::quiet) say("warning: ", yellow, text);
}

void Console::error(std::string_view message, std::string_view hint, const std::vector<std::string>& lines) {
  say("error: ", red, message);
  for (const std::string& line : lines) say("  ", "", line);
  if (!hint.empty()) {
    write_message("\n");
    say("hint: ", cyan, hint);
  }
}

void Console::question(std::string_view text) {
  erase_progress();
  write_message(harmless(text));
}

void Console::say(std::string_view label, std::string_view colour, std::string_view text) {
  erase_progress();
  std::string line;
  if (terminal_.colour && !colour.empty()) {
    line = "\x1b[" + std::string(colour) + "m" + std::string(label) + "\x1b[0m";
  } else {
    line = label;
  }
  write_message(line + harmless(text) + "\n");
}

}  // namespace cloche::cli
