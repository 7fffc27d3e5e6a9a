#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "notebook/notebook.hpp"

namespace cloche::notebook {

/// The TOML text of a file's PEP 723 block, comment signs removed.
struct ScriptMetadata {
  std::string toml;
  /// The file's line, from 1, of the TOML's first line.
  std::size_t line = 0;
};

/// Finds the `# /// script` block by the rule of PEP 723. Line ends may be "\n", "\r\n" or "\r". A block that
/// is not closed is none. Throws ReadError when there are two.
std::optional<ScriptMetadata> find_script_metadata(std::string_view text);

/// Where `text` has what its author may have taken for a block: one that is never closed, or whose lines lack
/// the space after `#`. Looks at nothing but the first such place; none when there is a real block.
std::optional<Warning> find_almost_script_metadata(std::string_view text);

}  // namespace cloche::notebook
