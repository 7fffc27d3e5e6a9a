#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "notebook/notebook.hpp"

namespace cloche::notebook {

/// The text is no readable notebook. what() is one sentence ("`marimo.App` definition expected"); line and
/// column count from 1, 0 when there is no such place.
class ReadError : public std::runtime_error {
 public:
  ReadError(const std::string& message, std::size_t line, std::size_t column)
      : std::runtime_error(message), line_(line), column_(column) {}
  std::size_t line() const noexcept { return line_; }
  std::size_t column() const noexcept { return column_; }

 private:
  std::size_t line_;
  std::size_t column_;
};

/// Reads a marimo `.py` file of any generation, hand-edited ones included. Pure: text in, value out. Throws
/// ReadError.
Notebook read_marimo(std::string_view text);

}  // namespace cloche::notebook
