#include "batch/input_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cloche/process/fd.hpp>

#include "batch/problem.hpp"
#include "batch/system_reason.hpp"
#include "batch/utf8.hpp"
#include "notebook/read.hpp"

namespace cloche::batch {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why, const std::string& hint = {}) {
  throw Failure("cannot read `" + path + "`: " + why, hint);
}

void wait_until_readable(int fd, const process::Cancellation* cancellation, const std::string& path) {
  pollfd entries[] = {{fd, POLLIN, 0}, {cancellation ? cancellation->fd() : -1, POLLIN, 0}};
  while (::poll(entries, 2, -1) < 0) {
    if (errno != EINTR) fail(path, system_reason(errno));
  }
  if (entries[0].revents == 0) fail(path, "interrupted");
}

std::string read_all(int fd, std::size_t expected, const process::Cancellation* cancellation,
                     const std::string& path) {
  std::string text;
  std::size_t length = 0;
  while (true) {
    wait_until_readable(fd, cancellation, path);
    text.resize(std::max(length + (std::size_t{1} << 16), expected + 1));
    const ssize_t count = ::read(fd, text.data() + length, text.size() - length);
    if (count < 0 && errno != EINTR && errno != EAGAIN) fail(path, system_reason(errno));
    if (count == 0) break;
    if (count > 0) length += static_cast<std::size_t>(count);
  }
  text.resize(length);
  return text;
}

std::string place(std::size_t line, std::size_t column) {
  if (line == 0) return {};
  std::string result = "line " + std::to_string(line);
  if (column > 0) result += ", column " + std::to_string(column);
  return result + ": ";
}

/// JSON, whatever the file is called: no Python file begins like this.
bool looks_like_json(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

}  // namespace

std::string read_text_file(const std::string& path, const process::Cancellation* cancellation) {
  const process::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!fd) fail(path, system_reason(errno));
  struct stat status {};
  if (::fstat(fd.get(), &status) < 0) fail(path, system_reason(errno));
  if (S_ISDIR(status.st_mode)) fail(path, "is a directory");
  const std::size_t expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  std::string text = read_all(fd.get(), expected, cancellation, path);
  const std::size_t valid = valid_utf8_length(text);
  if (valid < text.size()) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(valid), '\n');
    fail(path, "not UTF-8 text: byte " + std::to_string(valid + 1) + ", in line " + std::to_string(line));
  }
  return text;
}

notebook::Notebook read_notebook_file(const std::string& path, const process::Cancellation* cancellation) {
  const std::string text = read_text_file(path, cancellation);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) fail(path, "the file is empty");
  if (path.ends_with(".ipynb") || looks_like_json(text)) {
    fail(path, "Jupyter notebooks can't be read yet", "`marimo convert` makes a marimo notebook of one");
  }
  try {
    return notebook::read_marimo(text);
  } catch (const notebook::ReadError& error) {
    fail(path, place(error.line(), error.column()) + error.what());
  }
}

}  // namespace cloche::batch
