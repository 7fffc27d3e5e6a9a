#include "process/line_splitter.hpp"

#include <algorithm>
#include <utility>

namespace cloche::process {

namespace {

/// A line end of two bytes is seen before a line of the longest size is cut.
constexpr std::size_t most_kept = LineSplitter::longest_line + 2;

}  // namespace

void LineSplitter::append(std::string_view bytes) {
  if (!on_line_) return;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::size_t size = std::min({end, most_kept - unfinished_.size(), bytes.size()});
    unfinished_.append(bytes.substr(0, size));
    const bool complete = size == end;
    bytes.remove_prefix(size + (complete ? 1 : 0));
    if (complete && unfinished_.ends_with('\r')) unfinished_.pop_back();
    if (complete || unfinished_.size() == most_kept) hand_on_pieces();
    if (complete) hand_on(std::exchange(unfinished_, {}));
  }
}

void LineSplitter::finish() {
  hand_on_pieces();
  if (!unfinished_.empty()) hand_on(std::exchange(unfinished_, {}));
}

void LineSplitter::hand_on_pieces() {
  if (unfinished_.size() <= longest_line) return;
  std::string rest = unfinished_.substr(longest_line);
  unfinished_.resize(longest_line);
  hand_on(std::exchange(unfinished_, std::move(rest)));
}

void LineSplitter::hand_on(std::string_view line) {
  try {
    on_line_(line);
  } catch (...) {
    // Promised in run.hpp: the command must be ended and its pipes read, whatever the callback thinks of a
    // line.
  }
}

}  // namespace cloche::process
