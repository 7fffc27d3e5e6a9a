#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "execution/event.hpp"

namespace cloche::execution {

/// Makes events of the bytes that a worker writes, as they come. A line is parsed while it is read and never
/// assembled: of an output of hundreds of megabytes there is one copy, the one that is kept.
class EventDecoder {
 public:
  EventDecoder();
  ~EventDecoder();
  EventDecoder(const EventDecoder&) = delete;
  EventDecoder& operator=(const EventDecoder&) = delete;

  /// Takes bytes from the front of `bytes`. The next event once its line is complete; none when all bytes
  /// were taken before. Never throws on any input but for lack of memory: what is no event is a
  /// MalformedEvent, and decoding goes on with the next line.
  std::optional<Event> next(std::string_view& bytes);

 private:
  class LineParser;
  std::unique_ptr<LineParser> parser_;
};

}  // namespace cloche::execution
