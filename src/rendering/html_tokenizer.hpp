#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cloche::rendering {

/// An attribute as it stands in the source: entities are not decoded. The name is in lower case only after
/// `lower_case`.
struct HtmlAttribute {
  std::string_view name;
  std::string_view value;
};

enum class HtmlTokenKind { text, start_tag, end_tag, end };

struct HtmlToken {
  HtmlTokenKind kind = HtmlTokenKind::end;
  /// Of a tag, as written.
  std::string_view name;
  /// Of text, as written: it may hold entities.
  std::string_view text;
  std::vector<HtmlAttribute> attributes;
  bool self_closing = false;
  /// Text in which entities mean nothing (a CDATA section, the inside of <style>).
  bool is_literal = false;
};

/// Reads HTML as browsers do (comments, doctypes and processing instructions are skipped). Never fails;
/// linear. Everything that it hands out views into the source, which must outlive it.
class HtmlTokenizer {
 public:
  explicit HtmlTokenizer(std::string_view source) : source_(source) {}

  /// The token stays valid until the next call.
  const HtmlToken& next();

  /// The text up to the end tag `name`, which is consumed too: for elements whose inside is no markup.
  std::string_view raw_text(std::string_view name);

  /// Whether `<![CDATA[` begins a section: only inside <svg> and <math>.
  void allow_cdata(bool allowed) { cdata_ = allowed; }

 private:
  bool tag_opens_at(std::size_t at) const;
  bool read_markup();
  void read_tag(bool is_end);
  void read_attribute();
  void skip_comment(std::size_t content);
  void skip_past(std::string_view what, std::size_t from);
  void skip_blanks();

  std::string_view source_;
  std::size_t at_ = 0;
  bool cdata_ = false;
  HtmlToken token_;
};

bool equal_ignoring_case(std::string_view a, std::string_view lower_case_b);
std::string lower_case(std::string_view text);

/// Decodes numeric entities and those names that Python's and JavaScript's escaping functions write; all
/// others stay as they are.
std::string decode_entities(std::string_view text);

}  // namespace cloche::rendering
