#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cloche::batch {

/// Hears of an export as it goes on. Every call comes from the thread that exports; text is one line for
/// people, free of credentials.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Something is done otherwise than might be expected.
  virtual void on_notice(std::string_view text) = 0;
  /// Something in the notebook is not as it should be.
  virtual void on_warning(std::string_view text) = 0;
  /// What a manager says while it prepares the environment.
  virtual void on_preparing(std::string_view text) = 0;
  /// A cell ("cell 3 `total`") starts; `done` of `all` are over.
  virtual void on_cell_started(std::string_view cell, std::size_t done, std::size_t all) = 0;
  /// The result is about to be written.
  virtual void on_writing() = 0;
  /// The result is at `path` ("stdout" for stdout).
  virtual void on_written(std::string_view path, std::size_t bytes) = 0;
  /// Whether the existing file `path` may be replaced; asked before anything runs.
  virtual bool may_overwrite(const std::string& path) = 0;
};

}  // namespace cloche::batch
