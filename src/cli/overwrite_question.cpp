#include "cli/overwrite_question.hpp"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace cloche::cli {
namespace {

/// A line from the terminal, without its end; what came so far at the end of the input or when cancelled.
std::string read_answer(const process::Cancellation& cancellation) {
  std::string answer;
  while (true) {
    pollfd entries[] = {{STDIN_FILENO, POLLIN, 0}, {cancellation.fd(), POLLIN, 0}};
    if (::poll(entries, 2, -1) < 0 && errno == EINTR) continue;
    if (entries[1].revents != 0) return {};
    char letter = '\n';
    const ssize_t count = ::read(STDIN_FILENO, &letter, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || letter == '\n') return answer;
    answer += letter;
  }
}

}  // namespace

bool may_overwrite(const std::string& path, Console& console, const process::Cancellation& cancellation) {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return true;
  console.question("`" + path + "` exists. Overwrite? [y/N] ");
  const std::string answer = read_answer(cancellation);
  return answer == "y" || answer == "Y" || answer == "yes" || answer == "Yes";
}

}  // namespace cloche::cli
