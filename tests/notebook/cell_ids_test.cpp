#include "notebook/cell_ids.hpp"

#include <set>

#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

TEST(CellIds, AreThoseOfMarimo) {
  CellIds ids;
  for (const char* id : {"Hbol", "MJUe", "vblA", "bkHC", "lEQa", "PKri", "Xref", "SFPL"})
    EXPECT_EQ(ids.next(), id);
}

TEST(CellIds, AreTheSameEachTime) {
  CellIds first;
  CellIds second;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(first.next(), second.next());
}

TEST(CellIds, NeverRepeat) {
  CellIds ids;
  std::set<std::string> seen;
  for (int i = 0; i < 20'000; ++i) EXPECT_TRUE(seen.insert(ids.next()).second);
}

}  // namespace
}  // namespace cloche::notebook
