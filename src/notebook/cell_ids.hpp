#pragma once

#include <random>
#include <string>
#include <unordered_set>

namespace cloche::notebook {

/// The ids that marimo gives to the cells of a file, in document order: "Hbol", "MJUe", "vblA", …
class CellIds {
 public:
  CellIds();

  std::string next();

 private:
  std::size_t random_letter();

  std::mt19937 generator_;
  std::unordered_set<std::string> used_;
};

}  // namespace cloche::notebook
