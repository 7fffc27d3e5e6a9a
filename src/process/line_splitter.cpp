#include "process/line_splitter.hpp"

#include <algorithm>
#include <utility>

namespace cloche::process {

void LineSplitter::append(std::string_view bytes) {
  if (!on_line_) return;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::size_t room = longest_line - unfinished_.size();
    const std::size_t size = std::min({end, room, bytes.size()});
    unfinished_.append(bytes.substr(0, size));
    const bool complete = size == end;
    bytes.remove_prefix(size + (complete ? 1 : 0));
    if (complete || unfinished_.size() == longest_line) hand_on(std::exchange(unfinished_, {}));
  }
}

void LineSplitter::finish() {
  if (!unfinished_.empty()) hand_on(std::exchange(unfinished_, {}));
}

void LineSplitter::hand_on(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  try {
    on_line_(line);
  } catch (...) {
    // Promised in run.hpp: the command must be ended and its pipes read, whatever the callback thinks of a
    // line.
  }
}

}  // namespace cloche::process
