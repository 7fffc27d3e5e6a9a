#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "execution/marker_scanner.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// Puts what was printed on stdout and on stderr into its true order.
///
/// The worker's markers cut both streams into epochs: what stands in either stream before marker N came
/// before everything that stands in either after it. Within one epoch, pieces keep the order of arrival. A
/// stream whose markers stop coming (the notebook closed or replaced it) holds the other one up until
/// `hold_limit` bytes wait, or until lost() says so; from then on the order of arrival decides, until its
/// markers come again.
class StreamMerger {
 public:
  using StreamName = notebook::StreamName;

  class Sink {
   public:
    virtual ~Sink() = default;
    /// Bytes as they were printed, without the markers. A character may be cut between two calls.
    virtual void printed(StreamName stream, std::string_view bytes) = 0;
  };

  static constexpr std::size_t default_hold_limit = std::size_t{1} << 20;

  /// `marker`: the session's random text.
  explicit StreamMerger(std::string_view marker, std::size_t hold_limit = default_hold_limit);

  /// Takes in what was read from `stream`. Nothing is handed on yet.
  void read(StreamName stream, std::string_view bytes);
  /// `stream` is at its end.
  void closed(StreamName stream);
  /// `stream` has no markers any more.
  void lost(StreamName stream);
  /// Whether marker `number`, or a later one, was seen in `stream`.
  bool reached(StreamName stream, std::uint64_t number) const;

  /// Hands on what was read and stands before marker `number`, in order.
  void emit_before(std::uint64_t number, Sink& sink);
  /// Hands on everything whose place is certain.
  void emit_certain(Sink& sink);
  /// Hands on everything.
  void emit_all(Sink& sink);

 private:
  struct Piece {
    std::uint64_t epoch;
    std::uint64_t arrival;
    std::string bytes;
  };
  struct Stream {
    explicit Stream(std::string_view marker) : scanner(marker) {}
    MarkerScanner scanner;
    std::uint64_t epoch = 0;
    bool has_markers = true;
    std::deque<Piece> pieces;
  };
  class Intake;

  Stream& stream(StreamName name) { return streams_[static_cast<std::size_t>(name)]; }
  const Stream& stream(StreamName name) const { return streams_[static_cast<std::size_t>(name)]; }
  void append(Stream& stream, std::string_view bytes);
  /// The stream whose first piece comes first, or none when nothing waits.
  const Stream* first() const;
  void emit_first(Sink& sink);

  std::array<Stream, 2> streams_;
  std::size_t hold_limit_;
  std::size_t held_ = 0;
  std::uint64_t arrivals_ = 0;
};

}  // namespace cloche::execution
