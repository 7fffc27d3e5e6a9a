#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "notebook/cell_scan.hpp"
#include "notebook/source_text.hpp"
#include "notebook/syntax_tree.hpp"

namespace cloche::notebook {

/// One statement at the top level of a marimo file, or the lines of a cell that could not be parsed.
struct FileStatement {
  const SyntaxTree* tree = nullptr;
  TSNode node{};
  std::optional<CellLines> broken_cell;
};

/// The statements of a whole file. A syntax error in one cell costs only that cell. The lines must outlive
/// it.
class FileStatements {
 public:
  /// Throws ReadError for a syntax error in front of the first cell, or in a file without cells.
  explicit FileStatements(const Lines& lines);

  FileStatements(const FileStatements&) = delete;
  FileStatements& operator=(const FileStatements&) = delete;

  const std::vector<FileStatement>& all() const { return statements_; }

 private:
  bool add_whole(const Lines& lines);
  void recover(const Lines& lines);
  void add(std::unique_ptr<SyntaxTree> tree);
  void add_cell(const Lines& lines, const CellLines& cell);

  // The file's text in the syntax that the grammar knows, when it is another.
  std::string known_syntax_;
  std::vector<std::unique_ptr<SyntaxTree>> trees_;
  std::vector<FileStatement> statements_;
};

}  // namespace cloche::notebook
