#include "cli/signal_name.hpp"

#include <charconv>
#include <csignal>
#include <cstring>
#include <string>
#include <vector>

#include "cli/suggestion.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return result;
}

}  // namespace

int parse_signal(std::string_view text, std::string_view option) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number > 0 && number < NSIG) return number;

  std::string name = upper_case(text);
  if (name.starts_with("SIG")) name.erase(0, 3);
  std::vector<std::string> names;
  for (int signal = 1; signal < NSIG; ++signal) {
    const char* known = ::sigabbrev_np(signal);
    if (known == nullptr) continue;
    if (name == known) return signal;
    names.emplace_back(known);
  }
  std::string hint = did_you_mean(name, names);
  throw UsageError(std::string(option) + ": there is no signal `" + std::string(text) + "`",
                   hint.empty() ? "write `INT`, `SIGTERM` or `15`" : hint);
}

}  // namespace cloche::cli
