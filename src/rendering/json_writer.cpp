#include "rendering/json_writer.hpp"

#include <cstdint>
#include <iterator>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/json.hpp"

namespace cloche::rendering {

void JsonWriter::key(std::string_view name) {
  separate();
  append_string(name);
  out_ += ": ";
  after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
  separate();
  append_string(value);
}

void JsonWriter::null() {
  separate();
  out_ += "null";
}

void JsonWriter::value(const boost::json::value& value) {
  if (value.is_object()) {
    begin_object();
    for (const auto& member : value.get_object()) {
      key(member.key());
      this->value(member.value());
    }
    end_object();
  } else if (value.is_array()) {
    begin_array();
    for (const auto& item : value.get_array()) this->value(item);
    end_array();
  } else if (value.is_string()) {
    text(value.get_string());
  } else {
    separate();
    out_ += value.is_number() ? number_text(value) : boost::json::serialize(value);
  }
}

void JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!is_first_) out_.append("\n").append(2 * depth_, ' ');
  out_ += bracket;
  is_first_ = false;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!is_first_) out_ += ',';
  is_first_ = false;
  if (depth_ > 0) out_.append("\n").append(2 * depth_, ' ');
}

void JsonWriter::append_string(std::string_view text) {
  const auto escape_unit = [this](std::uint32_t unit) {
    fmt::format_to(std::back_inserter(out_), "\\u{:04x}", unit);
  };
  out_ += '"';
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      const std::size_t length = utf8_length(text.substr(at));
      std::uint32_t code = 0xFFFD;
      if (length >= 2) {
        code = byte & (0xFFU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i)
          code = (code << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
      }
      if (code >= 0x10000) {
        escape_unit(0xD800 + ((code - 0x10000) >> 10U));
        escape_unit(0xDC00 + ((code - 0x10000) & 0x3FFU));
      } else {
        escape_unit(code);
      }
      at += length == 0 ? 1 : length;
      continue;
    }
    switch (c) {
      case '"':
        out_ += "\\\"";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\r':
        out_ += "\\r";
        break;
      case '\t':
        out_ += "\\t";
        break;
      case '\b':
        out_ += "\\b";
        break;
      case '\f':
        out_ += "\\f";
        break;
      default:
        if (byte < 0x20) {
          escape_unit(byte);
        } else {
          out_ += c;
        }
    }
    ++at;
  }
  out_ += '"';
}

}  // namespace cloche::rendering
