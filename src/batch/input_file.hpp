#pragma once

#include <string>

#include <cloche/process/cancellation.hpp>

#include "notebook/notebook.hpp"

namespace cloche::batch {

/// The whole text of the file (or pipe) `path`. Throws Failure when it can't be read or is not UTF-8 text,
/// and when `cancellation`, which may be null, is requested while the writer of a pipe makes us wait.
std::string read_text_file(const std::string& path, const process::Cancellation* cancellation);

/// The notebook in the file `path`, whatever its format. Throws Failure when there is no readable one.
notebook::Notebook read_notebook_file(const std::string& path, const process::Cancellation* cancellation);

}  // namespace cloche::batch
