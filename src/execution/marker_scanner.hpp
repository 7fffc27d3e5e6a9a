#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cloche::execution {

/// Finds the worker's markers (worker/README.md) in the bytes of one stream, also when a read cut one in two.
/// Linear in the bytes; holds back at most one unfinished marker.
class MarkerScanner {
 public:
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void text(std::string_view bytes) = 0;
    virtual void marker(std::uint64_t number) = 0;
  };

  /// `marker`: the session's random text, without control characters.
  explicit MarkerScanner(std::string_view marker);

  /// Hands on what `bytes` hold, in order.
  void feed(std::string_view bytes, Sink& sink);
  /// Nothing more comes: what looked like the beginning of a marker was text.
  void finish(Sink& sink);

 private:
  /// Whether `byte` continues what is held back. When it completes the marker, `sink` hears of it.
  bool continues_marker(char byte, Sink& sink);
  void release(Sink& sink);

  std::string introducer_;
  std::string held_back_;
};

}  // namespace cloche::execution
