#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "execution/stream_merger.hpp"
#include "execution/utf8_decoder.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// How much one cell may print and display, so that a cell that never stops printing costs no more memory
/// than this. What came first is kept; how much was left out is said at the end of the cell's outputs.
struct OutputLimits {
  /// Text on stdout and stderr together. (marimo keeps a tenth of it.)
  std::size_t console_bytes = 10'000'000;
  /// Media displayed while the cell runs; its result does not count.
  std::size_t display_bytes = 200'000'000;
};

/// Collects the outputs of one cell while it runs. Neighbouring pieces of one stream become one
/// StreamOutput, valid UTF-8 whatever was printed.
class CellOutputs final : public StreamMerger::Sink {
 public:
  /// Appends to `outputs`, which must outlive this object.
  explicit CellOutputs(std::vector<notebook::Output>& outputs, const OutputLimits& limits = {});

  void printed(StreamMerger::StreamName stream, std::string_view bytes) override;
  void displayed(notebook::DisplayOutput output);
  /// Nothing more comes; what was left out is said. Called once, last.
  void finish();

 private:
  void append(StreamMerger::StreamName stream, std::string_view text);
  void keep(StreamMerger::StreamName stream, std::string_view text);

  std::vector<notebook::Output>& outputs_;
  OutputLimits limits_;
  std::array<Utf8Decoder, 2> decoders_;
  std::string decoded_;
  std::size_t console_bytes_ = 0;
  std::size_t display_bytes_ = 0;
  std::uint64_t console_bytes_dropped_ = 0;
  std::uint64_t displays_dropped_ = 0;
};

}  // namespace cloche::execution
