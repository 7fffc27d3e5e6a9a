#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rendering/formulas.hpp"
#include "rendering/identifiers.hpp"
#include "rendering/outline.hpp"

namespace cloche::rendering {

/// What is being written, and what must stay unique or in order across the whole page. All that renders
/// appends to `out`, so that large outputs are moved along once.
struct Page {
  std::string out;
  Identifiers identifiers;
  Outline outline;
  Formulas formulas;
  /// How deep fragments stand in fragments (HTML in a label in a table in …). Bounded, see html_fragment.hpp.
  std::size_t fragment_depth = 0;
  /// Whether we are inside of something folded or framed, whose headings are not for the list of contents.
  std::size_t frame_depth = 0;
  /// Whether a result, display or error has been shown yet: a heading after that is not the title of the
  /// page.
  bool has_shown_output = false;
  /// Where in `out` a list of contents is to stand.
  std::vector<std::size_t> outline_places;
  /// The id of the heading that became the title, or empty.
  std::string title_identifier;
};

/// Counts up while it lives.
class DepthGuard {
 public:
  explicit DepthGuard(std::size_t& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  std::size_t& depth_;
};

}  // namespace cloche::rendering
