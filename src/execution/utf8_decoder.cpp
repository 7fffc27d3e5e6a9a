#include "execution/utf8_decoder.hpp"

#include <algorithm>
#include <utility>

namespace cloche::execution {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// What may follow a first byte (Unicode, table 3-7): how long the sequence is, and the range of its second
/// byte; all later bytes are 80..BF.
struct Lead {
  std::size_t length = 0;  // 0: no sequence begins like this
  unsigned char lowest_second = 0x80;
  unsigned char highest_second = 0xBF;
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1};
  if (byte < 0xC2) return {0};
  if (byte < 0xE0) return {2};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0};
}

struct Sequence {
  enum class State { valid, broken, unfinished } state = State::valid;
  std::size_t length = 0;
};

/// The sequence at the beginning of `bytes`, which are not empty; of a broken one, the part to replace.
Sequence sequence_at(std::string_view bytes) {
  const auto byte_at = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const Lead lead = lead_of(byte_at(0));
  if (lead.length == 0) return {Sequence::State::broken, 1};
  for (std::size_t at = 1; at < lead.length; ++at) {
    if (at == bytes.size()) return {Sequence::State::unfinished, at};
    const unsigned char lowest = at == 1 ? lead.lowest_second : 0x80;
    const unsigned char highest = at == 1 ? lead.highest_second : 0xBF;
    if (byte_at(at) < lowest || byte_at(at) > highest) return {Sequence::State::broken, at};
  }
  return {Sequence::State::valid, lead.length};
}

bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80;
}

}  // namespace

void Utf8Decoder::decode(std::string_view bytes, std::string& text) {
  std::string joined;
  if (!unfinished_.empty()) {
    joined = std::exchange(unfinished_, {}).append(bytes);
    bytes = joined;
  }
  std::size_t valid_until = 0;  // what stands before is valid and not yet in `text`
  while (valid_until < bytes.size()) {
    const std::string_view rest = bytes.substr(valid_until);
    const auto ascii = std::find_if_not(rest.begin(), rest.end(), is_ascii) - rest.begin();
    if (ascii != 0) {
      valid_until += static_cast<std::size_t>(ascii);
      continue;
    }
    const Sequence sequence = sequence_at(rest);
    if (sequence.state == Sequence::State::valid) {
      valid_until += sequence.length;
      continue;
    }
    text.append(bytes.substr(0, valid_until));
    bytes.remove_prefix(valid_until);
    valid_until = 0;
    if (sequence.state == Sequence::State::unfinished) {
      unfinished_ = bytes;
      return;
    }
    text.append(replacement);
    bytes.remove_prefix(sequence.length);
  }
  text.append(bytes);
}

void Utf8Decoder::finish(std::string& text) {
  if (!unfinished_.empty()) text.append(replacement);
  unfinished_.clear();
}

}  // namespace cloche::execution
