#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace cloche::rendering {

/// The ids of a page, each used once.
class Identifiers {
 public:
  /// `wanted` itself, or with a number at its end when it is taken; blanks become hyphens. Never empty.
  std::string unique(std::string_view wanted);

 private:
  // How often each was asked for.
  std::unordered_map<std::string, unsigned> taken_;
};

/// An id made of a heading's words: "The data, again" becomes "the-data-again".
std::string slug(std::string_view text);

}  // namespace cloche::rendering
