#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

namespace cloche::rendering {

/// JSON as Python and JavaScript write it: NaN and Infinity are read as texts of that name. None when the
/// text is not JSON. Nested deeper than `deepest_json` counts as not JSON.
std::optional<boost::json::value> parse_json(std::string_view text);

inline constexpr unsigned deepest_json = 500;

/// Numbers as Python prints them (1.0, 0.1, 1e+30); integers without a point.
std::string number_text(const boost::json::value& number);

/// A scalar as plain text: strings as they are; null, true and false as JSON names them; else JSON.
std::string plain_text(const boost::json::value& value);

/// A member as text, or empty when there is none or it is no text.
std::string_view text_member(const boost::json::object& object, std::string_view name);

}  // namespace cloche::rendering
