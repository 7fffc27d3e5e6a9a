#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "notebook/notebook.hpp"

namespace cloche::batch {

/// A cell that did not do what it should.
struct FailingCell {
  /// From 1, in the order of the file.
  std::size_t number = 0;
  /// Empty for an unnamed one.
  std::string name;
  /// In the notebook's file, from 1; 0 when it is not known.
  std::size_t line = 0;
  /// One line: "ZeroDivisionError: division by zero".
  std::string reason;
  bool operator==(const FailingCell&) const = default;
};

/// "cell 3 `total`", "cell 3".
std::string describe(const FailingCell& cell);
std::string describe_cell(const notebook::Notebook& notebook, std::size_t cell);

/// The cells that failed, or did not run because others failed, in the order of the file.
std::vector<FailingCell> failing_cells(const notebook::Notebook& notebook);

}  // namespace cloche::batch
