#include "execution/cell_outputs.hpp"

#include <utility>

#include <fmt/format.h>

namespace cloche::execution {
namespace {

using notebook::StreamName;
using notebook::StreamOutput;

/// At most `limit` bytes from the beginning of `text` (valid UTF-8), without cutting a character.
std::string_view beginning(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

std::size_t size_of(const notebook::DisplayOutput& output) {
  std::size_t size = output.metadata.size();
  for (const notebook::MimeData& data : output.data) size += data.type.size() + data.data.size();
  return size;
}

std::string with_separators(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace

CellOutputs::CellOutputs(std::vector<notebook::Output>& outputs, const OutputLimits& limits)
    : outputs_(outputs), limits_(limits) {}

void CellOutputs::printed(StreamName stream, std::string_view bytes) {
  if (console_bytes_dropped_ > 0) {
    // Past the limit nothing is kept, so nothing needs to be decoded.
    console_bytes_dropped_ += bytes.size();
    return;
  }
  decoded_.clear();
  decoders_[static_cast<std::size_t>(stream)].decode(bytes, decoded_);
  append(stream, decoded_);
}

void CellOutputs::displayed(notebook::DisplayOutput output) {
  const std::size_t size = size_of(output);
  if (displays_dropped_ > 0 || size > limits_.display_bytes - display_bytes_) {
    ++displays_dropped_;
    return;
  }
  display_bytes_ += size;
  outputs_.emplace_back(std::move(output));
}

void CellOutputs::finish() {
  for (const StreamName stream : {StreamName::standard_output, StreamName::standard_error}) {
    decoded_.clear();
    decoders_[static_cast<std::size_t>(stream)].finish(decoded_);
    append(stream, decoded_);
  }
  if (console_bytes_dropped_ > 0) {
    keep(StreamName::standard_error,
         fmt::format("\n[{} more bytes were printed and left out: the first {} of a cell are kept]\n",
                     with_separators(console_bytes_dropped_), with_separators(limits_.console_bytes)));
  }
  if (displays_dropped_ > 0) {
    keep(StreamName::standard_error,
         fmt::format("\n[{} more displayed objects were left out: {} bytes of a cell are kept]\n",
                     with_separators(displays_dropped_), with_separators(limits_.display_bytes)));
  }
}

void CellOutputs::append(StreamName stream, std::string_view text) {
  const std::string_view kept = beginning(text, limits_.console_bytes - console_bytes_);
  console_bytes_ += kept.size();
  console_bytes_dropped_ += text.size() - kept.size();
  if (!kept.empty()) keep(stream, kept);
}

void CellOutputs::keep(StreamName stream, std::string_view text) {
  if (!outputs_.empty()) {
    auto* last = std::get_if<StreamOutput>(&outputs_.back());
    if (last && last->name == stream) {
      last->text.append(text);
      return;
    }
  }
  outputs_.emplace_back(StreamOutput{stream, std::string(text)});
}

}  // namespace cloche::execution
