#include "execution/stream_merger.hpp"

#include <algorithm>

namespace cloche::execution {

class StreamMerger::Intake final : public MarkerScanner::Sink {
 public:
  Intake(StreamMerger& merger, Stream& stream) : merger_(merger), stream_(stream) {}

  void text(std::string_view bytes) override { merger_.append(stream_, bytes); }
  void marker(std::uint64_t number) override {
    stream_.epoch = std::max(stream_.epoch, number);
    stream_.has_markers = true;
  }

 private:
  StreamMerger& merger_;
  Stream& stream_;
};

StreamMerger::StreamMerger(std::string_view marker, std::size_t hold_limit)
    : streams_{Stream(marker), Stream(marker)}, hold_limit_(hold_limit) {}

void StreamMerger::read(StreamName name, std::string_view bytes) {
  Intake intake(*this, stream(name));
  stream(name).scanner.feed(bytes, intake);
}

void StreamMerger::closed(StreamName name) {
  Intake intake(*this, stream(name));
  stream(name).scanner.finish(intake);
  stream(name).has_markers = false;
}

void StreamMerger::lost(StreamName name) {
  stream(name).has_markers = false;
}

bool StreamMerger::reached(StreamName name, std::uint64_t number) const {
  return stream(name).epoch >= number;
}

void StreamMerger::emit_before(std::uint64_t number, Sink& sink) {
  for (const Stream* next = first(); next && next->pieces.front().epoch < number; next = first()) {
    emit_first(sink);
  }
}

void StreamMerger::emit_certain(Sink& sink) {
  for (const Stream* next = first(); next; next = first()) {
    Stream& other = next == streams_.data() ? streams_[1] : streams_[0];
    const bool certain = !other.has_markers || other.epoch >= next->pieces.front().epoch;
    if (!certain && held_ <= hold_limit_) return;
    if (!certain) other.has_markers = false;
    emit_first(sink);
  }
}

void StreamMerger::emit_all(Sink& sink) {
  while (first()) emit_first(sink);
}

void StreamMerger::append(Stream& stream, std::string_view bytes) {
  held_ += bytes.size();
  if (!stream.pieces.empty()) {
    Piece& last = stream.pieces.back();
    if (last.epoch == stream.epoch && last.arrival == arrivals_) {
      last.bytes.append(bytes);
      return;
    }
  }
  stream.pieces.push_back({stream.epoch, ++arrivals_, std::string(bytes)});
}

const StreamMerger::Stream* StreamMerger::first() const {
  const auto& [one, other] = streams_;
  if (one.pieces.empty() && other.pieces.empty()) return nullptr;
  if (one.pieces.empty()) return &other;
  if (other.pieces.empty()) return &one;
  const Piece& first_of_one = one.pieces.front();
  const Piece& first_of_other = other.pieces.front();
  if (first_of_one.epoch != first_of_other.epoch) {
    return first_of_one.epoch < first_of_other.epoch ? &one : &other;
  }
  return first_of_one.arrival < first_of_other.arrival ? &one : &other;
}

void StreamMerger::emit_first(Sink& sink) {
  const std::size_t index = first() == streams_.data() ? 0 : 1;
  Piece piece = std::move(streams_[index].pieces.front());
  streams_[index].pieces.pop_front();
  held_ -= piece.bytes.size();
  sink.printed(static_cast<StreamName>(index), piece.bytes);
}

}  // namespace cloche::execution
