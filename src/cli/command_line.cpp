#include "cli/command_line.hpp"

#include <algorithm>
#include <iterator>

#include <cloche/process/error.hpp>

#include "cli/console.hpp"
#include "cli/help.hpp"
#include "cli/subcommand.hpp"
#include "cli/suggestion.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

constexpr Subcommand subcommands[] = {
    {"export html", "run a notebook and write it as a web page", export_html},
    {"export session", "run a notebook and write marimo's session file", export_session},
    {"run", "run any command, and end everything that it has started", run},
    {"doctor", "say what this machine offers for holding commands", doctor},
};

bool asks_for_help(const std::string& word) {
  return word == "-h" || word == "--help";
}

/// All commands that begin with the words of `prefix`.
std::string overview(const std::string& prefix) {
  std::string text =
      "Export notebooks by running each in a process of its own, and leave none behind.\n\n"
      "usage: cloche COMMAND …\n\n";
  for (const Subcommand& subcommand : subcommands) {
    const std::string name = subcommand.name;
    if (!name.starts_with(prefix)) continue;
    text += "  " + name + std::string(20 - name.size(), ' ') + subcommand.summary + "\n";
  }
  return text +
         "\n  -h, --help          this page; after a command, its options\n"
         "  -V, --version       the version\n";
}

/// The words that can follow `prefix` ("" or "export ").
std::vector<std::string> next_words(const std::string& prefix) {
  std::vector<std::string> result;
  for (const Subcommand& subcommand : subcommands) {
    std::string name = subcommand.name;
    if (!name.starts_with(prefix)) continue;
    name.erase(0, prefix.size());
    name.resize(std::min(name.find(' '), name.size()));
    if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(std::move(name));
  }
  return result;
}

std::string listed(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "`" : ", `") + word + "`";
  return result;
}

[[noreturn]] void refuse(const std::string& prefix, const std::string& word) {
  const std::vector<std::string> known = next_words(prefix);
  const bool is_option = word.starts_with('-');
  std::string hint = did_you_mean(word, known);
  if (hint.empty()) hint = (prefix.empty() ? "the commands are " : "the formats are ") + listed(known);
  const char* kind = is_option        ? "unknown option `"
                     : prefix.empty() ? "unknown command `"
                                      : "unknown format `";
  throw UsageError(kind + word + "`", is_option ? "options go after the command" : hint);
}

ExitCode dispatch(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  std::string prefix;
  for (auto word = words.begin();; ++word) {
    if (word == words.end()) {
      throw UsageError(
          prefix.empty() ? "no command given" : "no format given",
          (prefix.empty() ? "the commands are " : "the formats are ") + listed(next_words(prefix)));
    }
    if (asks_for_help(*word)) return print(overview(prefix));
    if (prefix.empty() && (*word == "-V" || *word == "--version"))
      return print("cloche " CLOCHE_VERSION "\n");
    const std::string name = prefix + *word;
    const auto* found = std::find_if(std::begin(subcommands), std::end(subcommands),
                                     [&](const Subcommand& subcommand) { return name == subcommand.name; });
    if (found != std::end(subcommands)) return found->run({std::next(word), words.end()}, cancellation);
    const auto known = next_words(prefix);
    if (std::find(known.begin(), known.end(), *word) == known.end()) refuse(prefix, *word);
    prefix = name + " ";
  }
}

}  // namespace

ExitCode run_command_line(const std::vector<std::string>& words, const process::Cancellation& cancellation) {
  Console console(Verbosity::normal, Terminal::of_standard_error());
  try {
    return dispatch(words, cancellation);
  } catch (const UsageError& error) {
    console.error(error.what(), error.hint());
    return ExitCode::usage;
  } catch (const process::Error& error) {
    console.error(std::string("cannot go on: ") + error.what(), error.hint());
  } catch (const std::bad_alloc&) {
    console.error("cannot go on: out of memory");
  } catch (const std::exception& error) {
    console.error(std::string("cannot go on: ") + error.what());
  }
  return ExitCode::worker;
}

}  // namespace cloche::cli
