#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace cloche::cli {

/// The words of a command line, apart from the program's name: those for us, and those after the first `--`,
/// which are the notebook's and are not looked at.
struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> passed_on;
};
Arguments split_arguments(const std::vector<std::string>& words);

/// Lets `app` take in `words`. Gives true if help was asked for. Throws UsageError, in our words. If it is a
/// prefix command, the first word that is no option ends its options, and remaining() begins with it.
bool parse_options(CLI::App& app, std::vector<std::string> words);

}  // namespace cloche::cli
