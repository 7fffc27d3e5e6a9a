#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cloche::rendering {

/// The headings of a page. The page's title is its only <h1>; the notebook's own headings follow so that no
/// level is skipped, whatever levels the notebook uses.
class Outline {
 public:
  struct Entry {
    int level;  // 2 to 6
    std::string id;
    std::string text;
    bool is_listed;
  };

  /// `given_title`: the title that the notebook's author chose, or empty: then the first heading is the
  /// title.
  explicit Outline(std::string given_title = {})
      : title_(std::move(given_title)), is_given_(!title_.empty()) {}

  /// Asked for each heading first: true when it says what the page's head says already, right below it, and
  /// is to be left out. `is_first_output`: nothing else has been shown before it.
  bool takes_as_title(std::string_view text, bool is_first_output);

  /// The level from 2 to 6 at which a heading of the notebook's level 1 to 6 goes.
  int add(int source_level, std::string id, std::string text, bool is_listed);

  const std::string& title() const { return title_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::string title_;
  bool is_given_;
  bool has_headings_ = false;
  // The source levels of the headings that contain the place where we are.
  std::vector<int> enclosing_;
  std::vector<Entry> entries_;
};

}  // namespace cloche::rendering
