#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.hpp"

namespace cloche::cli {

enum class Verbosity { quiet, normal, verbose };

/// Everything that cloche says, on stderr: one progress line that is written over and at last erased on a
/// terminal, and lines that stay.
class Console {
 public:
  Console(Verbosity verbosity, Terminal terminal) : verbosity_(verbosity), terminal_(terminal) {}
  ~Console() { erase_progress(); }
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// What is going on now: on a terminal in the progress line, with `verbose` elsewhere as a line of its own.
  void progress(std::string_view text);
  void erase_progress();

  /// Only with `verbose`.
  void detail(std::string_view text);
  /// Not with `quiet`.
  void notice(std::string_view text);
  void warning(std::string_view text);
  /// Always. `lines` follow the message, indented.
  void error(std::string_view message, std::string_view hint = {},
             const std::vector<std::string>& lines = {});
  /// A question to be answered on the same line.
  void question(std::string_view text);

 private:
  /// `label` in `colour` (an SGR number), then the text, then a line end.
  void say(std::string_view label, std::string_view colour, std::string_view text);

  Verbosity verbosity_;
  Terminal terminal_;
  bool progress_shown_ = false;
};

}  // namespace cloche::cli
