#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

namespace cloche::rendering {

/// Writes JSON as Python's `json.dump(…, indent=2)` does: ASCII only, two blanks a level, members in the
/// order given.
class JsonWriter {
 public:
  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);
  void text(std::string_view value);
  void null();
  void value(const boost::json::value& value);

  /// A member that is text.
  void member(std::string_view name, std::string_view value) { key(name), text(value); }

  std::string take() { return std::move(out_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  // Comma, line end and indentation before an item of an array or a key.
  void separate();
  void append_string(std::string_view text);

  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
  bool after_key_ = false;
};

}  // namespace cloche::rendering
