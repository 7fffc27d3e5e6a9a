#include "execution/event_decoder.hpp"

#include <string>
#include <utility>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>

#include "execution/event_fields.hpp"

namespace cloche::execution {
namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

/// Takes one line's JSON in as it is parsed: the field "data" goes straight to where it stays, all the rest,
/// which is small, into a json::value.
class LineHandler {
 public:
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = json::string::max_size();

  /// The line's value without "data"; null in its place. Call once, after on_document_end().
  json::value release_fields() { return fields_.release(); }
  notebook::MimeBundle release_data() { return std::move(data_); }

  bool on_document_begin(error_code&) {
    fields_.reset();
    data_.clear();
    depth_ = 0;
    in_data_ = false;
    return true;
  }
  bool on_document_end(error_code&) { return true; }

  bool on_object_begin(error_code& error) {
    if (in_data_) return refuse(error);
    ++depth_;
    key_.clear();
    return true;
  }
  bool on_object_end(std::size_t size, error_code&) {
    fields_.push_object(size);
    --depth_;
    return true;
  }
  bool on_array_begin(error_code& error) {
    ++depth_;
    if (!in_data_) return true;
    if (depth_ > pair_depth) return refuse(error);
    if (depth_ == pair_depth) {
      data_.emplace_back();
      texts_in_pair_ = 0;
    }
    return true;
  }
  bool on_array_end(std::size_t size, error_code& error) {
    --depth_;
    if (!in_data_) {
      fields_.push_array(size);
      return true;
    }
    if (depth_ == pair_depth - 1) return texts_in_pair_ == 2 || refuse(error);
    return end_data();
  }

  bool on_key_part(string_view part, std::size_t, error_code&) {
    if (depth_ == 1) key_.append(part.data(), part.size());
    fields_.push_chars(part);
    return true;
  }
  bool on_key(string_view part, std::size_t, error_code&) {
    if (depth_ == 1) {
      key_.append(part.data(), part.size());
      in_data_ = key_ == "data";
      key_.clear();
    }
    fields_.push_key(part);
    return true;
  }
  bool on_string_part(string_view part, std::size_t size, error_code& error) {
    if (in_data_) return append(part, error);
    if (size > json::string::max_size()) return refuse(error);
    fields_.push_chars(part);
    return true;
  }
  bool on_string(string_view part, std::size_t size, error_code& error) {
    if (in_data_) {
      if (!append(part, error)) return false;
      ++texts_in_pair_;
      return true;
    }
    if (size > json::string::max_size()) return refuse(error);
    fields_.push_string(part);
    return true;
  }

  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, string_view, error_code& error) {
    if (in_data_) return refuse(error);
    fields_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, string_view, error_code& error) {
    if (in_data_) return refuse(error);
    fields_.push_uint64(number);
    return true;
  }
  bool on_double(double number, string_view, error_code& error) {
    if (in_data_) return refuse(error);
    fields_.push_double(number);
    return true;
  }
  bool on_bool(bool value, error_code& error) {
    if (in_data_) return refuse(error);
    fields_.push_bool(value);
    return true;
  }
  bool on_null(error_code& error) {
    if (!in_data_) {
      fields_.push_null();
      return true;
    }
    return depth_ == 1 ? end_data() : refuse(error);
  }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

 private:
  /// {"data": [[MIME, DATA]]}: the object, the list, the pair.
  static constexpr std::size_t pair_depth = 3;

  bool append(string_view part, error_code& error) {
    if (depth_ != pair_depth || texts_in_pair_ > 1) return refuse(error);
    notebook::MimeData& last = data_.back();
    (texts_in_pair_ == 0 ? last.type : last.data).append(part.data(), part.size());
    return true;
  }
  bool end_data() {
    in_data_ = false;
    fields_.push_null();
    return true;
  }
  static bool refuse(error_code& error) {
    error = make_error_code(boost::system::errc::invalid_argument);
    return false;
  }

  json::value_stack fields_;
  notebook::MimeBundle data_;
  std::string key_;
  std::size_t depth_ = 0;
  bool in_data_ = false;
  std::size_t texts_in_pair_ = 0;
};

json::parse_options options() {
  json::parse_options chosen;
  chosen.max_depth = 200;  // what a notebook may nest in an output's metadata
  return chosen;
}

}  // namespace

class EventDecoder::LineParser {
 public:
  LineParser() : parser_(options()) {}

  void write(std::string_view bytes, bool line_ends) {
    if (error_) return;
    error_code error;
    const std::size_t taken = parser_.write_some(!line_ends, bytes.data(), bytes.size(), error);
    if (error) {
      error_ = error.message();
    } else if (taken < bytes.size()) {
      error_ = "something follows the value";
    }
  }

  Event take_event() {
    std::optional<std::string> error = std::exchange(error_, std::nullopt);
    LineHandler& handler = parser_.handler();
    const bool complete = !error && parser_.done();
    json::value fields = complete ? handler.release_fields() : json::value();
    parser_.reset();
    if (error) return MalformedEvent{*std::move(error)};
    if (!fields.is_object()) return MalformedEvent{"not an object"};
    return event_of(fields.get_object(), handler.release_data());
  }

 private:
  json::basic_parser<LineHandler> parser_;
  std::optional<std::string> error_;
};

EventDecoder::EventDecoder() : parser_(std::make_unique<LineParser>()) {}
EventDecoder::~EventDecoder() = default;

std::optional<Event> EventDecoder::next(std::string_view& bytes) {
  const std::size_t line_end = bytes.find('\n');
  parser_->write(bytes.substr(0, line_end), line_end != std::string_view::npos);
  if (line_end == std::string_view::npos) {
    bytes = {};
    return std::nullopt;
  }
  bytes.remove_prefix(line_end + 1);
  return parser_->take_event();
}

}  // namespace cloche::execution
