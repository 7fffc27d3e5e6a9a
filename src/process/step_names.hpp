#pragma once

#include <string_view>

#include "guardian/protocol.hpp"

namespace cloche::process {

/// What was being done, for people: "mount /proc", "execute".
std::string_view name_of(guardian::Step step) noexcept;

}  // namespace cloche::process
