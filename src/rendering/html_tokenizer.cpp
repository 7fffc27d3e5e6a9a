#include "rendering/html_tokenizer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace cloche::rendering {
namespace {

constexpr std::string_view blanks = " \t\n\f\r";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_blank(char c) {
  return blanks.find(c) != std::string_view::npos;
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U)), put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U)), put(0x80U | ((code >> 6U) & 0x3FU)), put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U)), put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU)), put(0x80U | (code & 0x3FU));
  }
}

// Decodes the entity at the front (`text[0]` is '&'). Returns its length, or 0 when there is none.
std::size_t decode_entity(std::string_view text, std::string& out) {
  if (text.size() > 2 && text[1] == '#') {
    const bool hexadecimal = lower(text[2]) == 'x';
    std::size_t at = hexadecimal ? 3 : 2;
    const std::size_t first = at;
    std::uint32_t code = 0;
    for (; at < text.size(); ++at) {
      const char c = lower(text[at]);
      std::uint32_t digit = 0;
      if (c >= '0' && c <= '9') {
        digit = static_cast<std::uint32_t>(c - '0');
      } else if (hexadecimal && c >= 'a' && c <= 'f') {
        digit = static_cast<std::uint32_t>(c - 'a' + 10);
      } else {
        break;
      }
      code = std::min<std::uint32_t>(code * (hexadecimal ? 16 : 10) + digit, 0x110000);
    }
    if (at == first) return 0;
    append_utf8(out, code);
    return at < text.size() && text[at] == ';' ? at + 1 : at;
  }
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> names = {
      {{"&amp;", "&"},
       {"&lt;", "<"},
       {"&gt;", ">"},
       {"&quot;", "\""},
       {"&apos;", "'"},
       {"&nbsp;", "\xC2\xA0"},
       {"&colon;", ":"},
       {"&sol;", "/"},
       {"&Tab;", "\t"},
       {"&NewLine;", "\n"}}};
  for (const auto& [name, character] : names) {
    if (text.starts_with(name)) {
      out += character;
      return name.size();
    }
  }
  return 0;
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view lower_case_b) {
  return std::equal(a.begin(), a.end(), lower_case_b.begin(), lower_case_b.end(),
                    [](char x, char y) { return lower(x) == y; });
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string decode_entities(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (;;) {
    const std::size_t entity = text.find('&');
    result.append(text.substr(0, entity));
    if (entity == std::string_view::npos) return result;
    text.remove_prefix(entity);
    std::size_t length = decode_entity(text, result);
    if (length == 0) {
      result += '&';
      length = 1;
    }
    text.remove_prefix(length);
  }
}

bool HtmlTokenizer::tag_opens_at(std::size_t at) const {
  if (at + 1 >= source_.size()) return false;
  const char next = source_[at + 1];
  if (next == '/') return at + 2 < source_.size();
  return is_letter(next) || next == '!' || next == '?';
}

const HtmlToken& HtmlTokenizer::next() {
  while (at_ < source_.size()) {
    if (source_[at_] == '<' && tag_opens_at(at_)) {
      if (read_markup()) return token_;
      continue;
    }
    const std::size_t start = at_++;
    while (at_ < source_.size() && !(source_[at_] == '<' && tag_opens_at(at_))) {
      at_ = std::min(source_.find('<', at_ + (source_[at_] == '<' ? 1 : 0)), source_.size());
    }
    token_ = {HtmlTokenKind::text, {}, source_.substr(start, at_ - start), {}, false, false};
    return token_;
  }
  token_ = {};
  return token_;
}

// At `<` and something that makes it markup. False when there was nothing to hand out.
bool HtmlTokenizer::read_markup() {
  const char kind = source_[at_ + 1];
  if (is_letter(kind)) {
    ++at_;
    read_tag(false);
    return true;
  }
  if (kind == '/') {
    if (!is_letter(source_[at_ + 2])) {
      skip_past(">", at_ + 2);
      return false;
    }
    at_ += 2;
    read_tag(true);
    return true;
  }
  const std::string_view rest = source_.substr(at_);
  constexpr std::string_view cdata = "<![CDATA[";
  if (cdata_ && rest.starts_with(cdata)) {
    const std::size_t start = at_ + cdata.size();
    const std::size_t end = std::min(source_.find("]]>", start), source_.size());
    at_ = std::min(end + 3, source_.size());
    token_ = {HtmlTokenKind::text, {}, source_.substr(start, end - start), {}, false, true};
    return true;
  }
  if (rest.starts_with("<!--")) {
    skip_comment(at_ + 4);
  } else {
    skip_past(">", at_ + 2);
  }
  return false;
}

void HtmlTokenizer::skip_comment(std::size_t content) {
  const std::string_view inside = source_.substr(content);
  if (inside.starts_with(">")) {
    at_ = content + 1;
  } else if (inside.starts_with("->")) {
    at_ = content + 2;
  } else {
    // Ends at --> or --!>, or never.
    for (std::size_t end = source_.find("--", content); end != std::string_view::npos;
         end = source_.find("--", end + 1)) {
      const std::string_view after = source_.substr(end + 2, 2);
      if (after.starts_with(">")) {
        at_ = end + 3;
        return;
      }
      if (after == "!>") {
        at_ = end + 4;
        return;
      }
    }
    at_ = source_.size();
  }
}

void HtmlTokenizer::skip_past(std::string_view what, std::size_t from) {
  const std::size_t found = source_.find(what, from);
  at_ = found == std::string_view::npos ? source_.size() : found + what.size();
}

void HtmlTokenizer::skip_blanks() {
  at_ = std::min(source_.find_first_not_of(blanks, at_), source_.size());
}

// At the first letter of the name.
void HtmlTokenizer::read_tag(bool is_end) {
  token_.kind = is_end ? HtmlTokenKind::end_tag : HtmlTokenKind::start_tag;
  token_.text = {};
  token_.attributes.clear();
  token_.self_closing = false;
  token_.is_literal = false;
  const std::size_t end = std::min(source_.find_first_of(" \t\n\f\r/>", at_), source_.size());
  token_.name = source_.substr(at_, end - at_);
  at_ = end;
  while (at_ < source_.size()) {
    skip_blanks();
    if (at_ == source_.size()) break;
    if (source_[at_] == '>') {
      ++at_;
      return;
    }
    if (source_[at_] == '/') {
      ++at_;
      token_.self_closing = at_ < source_.size() && source_[at_] == '>';
      continue;
    }
    read_attribute();
  }
  // A tag that is cut off at the end of the source is not a tag.
  token_ = {};
}

void HtmlTokenizer::read_attribute() {
  HtmlAttribute attribute;
  const std::size_t name_end = std::min(source_.find_first_of(" \t\n\f\r/>=", at_ + 1), source_.size());
  attribute.name = source_.substr(at_, name_end - at_);
  at_ = name_end;
  skip_blanks();
  if (at_ < source_.size() && source_[at_] == '=') {
    ++at_;
    skip_blanks();
    if (at_ < source_.size() && (source_[at_] == '"' || source_[at_] == '\'')) {
      const std::size_t start = at_ + 1;
      const std::size_t end = std::min(source_.find(source_[at_], start), source_.size());
      attribute.value = source_.substr(start, end - start);
      at_ = std::min(end + 1, source_.size());
    } else {
      const std::size_t end = std::min(source_.find_first_of(" \t\n\f\r>", at_), source_.size());
      attribute.value = source_.substr(at_, end - at_);
      at_ = end;
    }
  }
  token_.attributes.push_back(attribute);
}

std::string_view HtmlTokenizer::raw_text(std::string_view name) {
  const std::size_t start = at_;
  for (std::size_t at = source_.find("</", start); at != std::string_view::npos;
       at = source_.find("</", at + 2)) {
    const std::size_t after = at + 2 + name.size();
    if (!equal_ignoring_case(source_.substr(at + 2, name.size()), name)) continue;
    if (after < source_.size() && !is_blank(source_[after]) && source_[after] != '/' && source_[after] != '>')
      continue;
    skip_past(">", std::min(after, source_.size()));
    return source_.substr(start, at - start);
  }
  at_ = source_.size();
  return source_.substr(start);
}

}  // namespace cloche::rendering
