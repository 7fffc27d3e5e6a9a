#include "rendering/numeric_columns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "rendering/html_writer.hpp"

namespace cloche::rendering {
namespace {

constexpr std::size_t judged_rows = 50;

bool is_empty_value(std::string_view text) {
  constexpr std::array<std::string_view, 8> words = {"", "NaN", "nan", "None", "null", "<NA>", "NaT", "..."};
  return std::find(words.begin(), words.end(), text) != words.end();
}

struct Judgement {
  std::vector<bool> has_numbers;
  std::vector<bool> has_others;

  void add(std::size_t column, std::string_view text) {
    if (column >= has_numbers.size()) {
      has_numbers.resize(column + 1);
      has_others.resize(column + 1);
    }
    if (is_empty_value(text)) return;
    (reads_as_number(text) ? has_numbers : has_others)[column] = true;
  }
};

void judge_row(const HtmlTree& tree, const HtmlNode& row, Judgement& judgement) {
  std::size_t column = 0;
  for (HtmlNodeIndex i = row.first_child; i != no_node; i = tree[i].next_sibling) {
    if (tree[i].name == "td" || tree[i].name == "th") judgement.add(column++, text_of(tree, tree[i]));
  }
}

}  // namespace

bool reads_as_number(std::string_view text) {
  if (text.starts_with("\xE2\x88\x92")) text.remove_prefix(3);  // minus sign
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text == "inf" || text == "nan" || text == "NaN") return true;
  bool has_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      has_digit = true;
    } else if (c == 'e' || c == 'E') {
      if (!has_digit || i + 1 == text.size()) return false;
    } else if (c == '+' || c == '-') {
      if (i == 0 || (text[i - 1] != 'e' && text[i - 1] != 'E')) return false;
    } else if (c == '%' || c == ' ') {
      if (!has_digit) return false;
    } else if (c != '.' && c != ',' && c != '_') {
      return false;
    }
  }
  return has_digit;
}

std::vector<bool> numeric_columns(const HtmlTree& tree, const HtmlNode& table) {
  Judgement judgement;
  std::size_t rows = 0;
  for (HtmlNodeIndex i = table.first_child; i != no_node; i = tree[i].next_sibling) {
    if (tree[i].name != "tbody") continue;
    for (HtmlNodeIndex k = tree[i].first_child; k != no_node && rows < judged_rows;
         k = tree[k].next_sibling) {
      if (tree[k].name != "tr") continue;
      judge_row(tree, tree[k], judgement);
      ++rows;
    }
  }
  for (std::size_t column = 0; column < judgement.has_numbers.size(); ++column) {
    if (judgement.has_others[column]) judgement.has_numbers[column] = false;
  }
  return judgement.has_numbers;
}

}  // namespace cloche::rendering
