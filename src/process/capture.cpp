#include "process/capture.hpp"

#include <algorithm>
#include <utility>

namespace cloche::process {

void Capture::append(std::string_view bytes) {
  const std::size_t for_head = std::min(head_limit_ - head_.size(), bytes.size());
  head_.append(bytes.substr(0, for_head));
  bytes.remove_prefix(for_head);

  const std::size_t for_growth = std::min(tail_limit_ - tail_.size(), bytes.size());
  tail_.append(bytes.substr(0, for_growth));
  bytes.remove_prefix(for_growth);

  dropped_ += bytes.size();
  if (tail_limit_ == 0) return;
  if (bytes.size() > tail_limit_) bytes.remove_prefix(bytes.size() - tail_limit_);
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), tail_limit_ - tail_begin_);
    std::copy_n(bytes.data(), size, tail_.data() + tail_begin_);
    tail_begin_ = (tail_begin_ + size) % tail_limit_;
    bytes.remove_prefix(size);
  }
}

std::string Capture::take(bool mark) {
  std::rotate(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(tail_begin_), tail_.end());
  if (mark && dropped_ > 0) {
    if (!head_.empty() && head_.back() != '\n') head_ += '\n';
    head_ += "[… " + std::to_string(dropped_) + " bytes left out …]\n";
  }
  if (head_.empty()) return std::move(tail_);
  head_ += tail_;
  return std::move(head_);
}

}  // namespace cloche::process
