#pragma once

#include <string>
#include <string_view>

#include "rendering/html_tree.hpp"
#include "rendering/page.hpp"

namespace cloche::rendering {

enum class FragmentKind {
  block,
  label,  // inside of a line: paragraphs and headings lose their boxes
};

/// Appends HTML that a notebook made. It is shown as it is, except that it is closed where it is open, that
/// nothing in it loads or runs, that ids stay unique, and that marimo's elements are written out statically
/// (docs/page.md says what is kept). Returns whether there is anything to see.
bool append_html(Page& page, std::string_view html, FragmentKind kind = FragmentKind::block);

/// What a reader reads of a fragment, on one line.
std::string text_of_html(std::string_view html);

/// Fragments in fragments deeper than this are shown as their source.
inline constexpr std::size_t deepest_fragment = 12;

}  // namespace cloche::rendering
