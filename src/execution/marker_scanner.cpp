#include "execution/marker_scanner.hpp"

namespace cloche::execution {
namespace {

constexpr char escape = '\x1b';
constexpr char bell = '\x07';
/// So many digits always fit into 64 bits.
constexpr std::size_t most_digits = 19;

std::uint64_t number_of(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  return number;
}

}  // namespace

MarkerScanner::MarkerScanner(std::string_view marker) {
  introducer_.append(1, escape).append("]").append(marker).append(";");
}

void MarkerScanner::feed(std::string_view bytes, Sink& sink) {
  while (!bytes.empty()) {
    if (held_back_.empty()) {
      const std::size_t start = bytes.find(escape);
      if (start != 0) sink.text(bytes.substr(0, start));
      if (start == std::string_view::npos) return;
      held_back_.push_back(escape);
      bytes.remove_prefix(start + 1);
      continue;
    }
    if (continues_marker(bytes.front(), sink)) {
      bytes.remove_prefix(1);
    } else {
      // The byte itself is looked at again: it may begin a marker.
      release(sink);
    }
  }
}

void MarkerScanner::finish(Sink& sink) {
  if (!held_back_.empty()) release(sink);
}

bool MarkerScanner::continues_marker(char byte, Sink& sink) {
  const std::size_t length = held_back_.size();
  if (length < introducer_.size()) {
    if (byte != introducer_[length]) return false;
    held_back_.push_back(byte);
    return true;
  }
  const std::size_t digits = length - introducer_.size();
  if (byte == bell && digits > 0) {
    const std::uint64_t number = number_of(std::string_view(held_back_).substr(introducer_.size()));
    held_back_.clear();
    sink.marker(number);
    return true;
  }
  if (byte < '0' || byte > '9' || digits == most_digits) return false;
  held_back_.push_back(byte);
  return true;
}

void MarkerScanner::release(Sink& sink) {
  sink.text(held_back_);
  held_back_.clear();
}

}  // namespace cloche::execution
