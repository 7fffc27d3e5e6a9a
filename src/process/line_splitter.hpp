#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace cloche::process {

/// Cuts a stream of bytes into lines. Bytes stay as they are, whatever their encoding; line ends ("\n",
/// "\r\n") are left out.
class LineSplitter {
 public:
  /// A longer line is handed on in pieces of this size, so that memory stays bounded.
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  explicit LineSplitter(std::function<void(std::string_view)> on_line) : on_line_(std::move(on_line)) {}

  void append(std::string_view bytes);
  /// Hands on a last line that has no end.
  void finish();

 private:
  /// Hands on the first piece of what is kept if that is longer than a line may be.
  void hand_on_pieces();
  void hand_on(std::string_view line);

  std::function<void(std::string_view)> on_line_;
  std::string unfinished_;
};

}  // namespace cloche::process
