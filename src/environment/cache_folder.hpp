#pragma once

#include <string>
#include <string_view>

namespace cloche::environment {

/// The folder `name` of cloche's cache ($XDG_CACHE_HOME/cloche, else ~/.cache/cloche), made if missing.
/// Throws PrepareError.
std::string cache_folder(const std::string& name);

/// 16 hexadecimal digits that stand for `text`, for names in the cache.
std::string digest(std::string_view text);

}  // namespace cloche::environment
