#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cloche::execution {

/// Makes valid UTF-8 of the bytes of one stream, which may come cut anywhere: as Python's errors="replace"
/// does it, each longest beginning of a sequence that cannot go on becomes one U+FFFD.
class Utf8Decoder {
 public:
  /// Appends what is certain to `text`, and holds back an unfinished sequence (3 bytes at most).
  void decode(std::string_view bytes, std::string& text);
  /// Nothing more comes: an unfinished sequence becomes one U+FFFD.
  void finish(std::string& text);

 private:
  std::string unfinished_;
};

}  // namespace cloche::execution
