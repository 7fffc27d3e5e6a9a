#include "notebook/cell_ids.hpp"

#include <cstdint>
#include <sstream>
#include <string_view>
#include <vector>

namespace cloche::notebook {
namespace {

constexpr std::uint32_t seed = 42;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// The generator as Python's random.Random(42) seeds it: Matsumoto and Nishimura's seeding by an array, here
// of one number, which the standard library does not have.
std::mt19937 python_generator() {
  constexpr std::size_t size = std::mt19937::state_size;
  std::vector<std::uint32_t> state(size);
  state[0] = 19650218;
  for (std::uint32_t i = 1; i < size; ++i) {
    state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30U)) + i;
  }
  std::size_t i = 1;
  const auto advance = [&] {
    if (++i < size) return;
    state[0] = state[size - 1];
    i = 1;
  };
  for (std::size_t k = 0; k < size; ++k) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30U)) * 1664525U)) + seed;
    advance();
  }
  for (std::size_t k = 1; k < size; ++k) {
    state[i] =
        (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30U)) * 1566083941U)) - static_cast<std::uint32_t>(i);
    advance();
  }
  state[0] = 0x80000000U;

  std::stringstream text;
  for (const std::uint32_t word : state) text << word << ' ';
  text << size;  // the position: the next number starts a new round
  std::mt19937 generator;
  text >> generator;
  return generator;
}

}  // namespace

CellIds::CellIds() : generator_(python_generator()) {}

// random.choices takes the whole part of a random fraction of 53 bits, times the number of letters.
std::size_t CellIds::random_letter() {
  const std::uint32_t high = static_cast<std::uint32_t>(generator_()) >> 5U;
  const std::uint32_t low = static_cast<std::uint32_t>(generator_()) >> 6U;
  const double fraction = (high * 67108864.0 + low) / 9007199254740992.0;
  return static_cast<std::size_t>(fraction * static_cast<double>(letters.size()));
}

std::string CellIds::next() {
  for (;;) {
    std::string id;
    for (int i = 0; i < 4; ++i) id += letters[random_letter()];
    if (used_.insert(id).second) return id;
  }
}

}  // namespace cloche::notebook
