#pragma once

#include <cstdint>

namespace cloche::guardian {

constexpr std::uint32_t max_descriptors = 64;

/// Gives the process exactly the descriptors that are wanted: `sources[i]` becomes `targets[i]`, not
/// close-on-exec; every other one is closed. `targets` are ascending, at most max_descriptors. A source may
/// have any number, another's target too. 0, or the errno as a negative number.
long arrange_descriptors(const std::int32_t* sources, const std::int32_t* targets, std::uint32_t count);

}  // namespace cloche::guardian
