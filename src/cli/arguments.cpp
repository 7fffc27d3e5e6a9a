#include "cli/arguments.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cli/suggestion.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_fnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string see_help(const CLI::App& app) {
  return "`" + app.get_name() + " --help` shows the options";
}

[[noreturn]] void refuse(const CLI::App& app, const std::string& word) {
  if (!word.starts_with('-')) {
    throw UsageError("unexpected argument `" + word + "`", "words for the notebook go after `--`");
  }
  const std::string name = word.substr(0, word.find('='));
  std::string hint = did_you_mean(name, option_names(app));
  throw UsageError("unknown option `" + name + "`", hint.empty() ? see_help(app) : hint);
}

/// The option that a message of CLI11's is about.
std::string subject(const CLI::ParseError& error) {
  std::istringstream words(error.what());
  for (std::string word; words >> word;) {
    if (word.starts_with('-')) return word.substr(0, word.find_first_of(":="));
  }
  return {};
}

}  // namespace

Arguments split_arguments(const std::vector<std::string>& words) {
  Arguments result;
  const auto separator = std::find(words.begin(), words.end(), "--");
  result.own.assign(words.begin(), separator);
  if (separator != words.end()) result.passed_on.assign(std::next(separator), words.end());
  return result;
}

bool parse_options(CLI::App& app, std::vector<std::string> words) {
  // What is left over is refused below, with more to say than CLI11 has.
  app.allow_extras();
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    return true;
  } catch (const CLI::RequiredError&) {
    const auto left = app.remaining();
    if (!left.empty()) refuse(app, left.front());
    throw UsageError("no notebook given", see_help(app));
  } catch (const CLI::ArgumentMismatch& error) {
    throw UsageError("option `" + subject(error) + "` needs a value", see_help(app));
  } catch (const CLI::ParseError& error) {
    throw UsageError("option `" + subject(error) + "` takes no such value", see_help(app));
  }
  const auto left = app.remaining();
  const bool is_command = app.get_prefix_command() && !left.empty() && !left.front().starts_with('-');
  if (!left.empty() && !is_command) refuse(app, left.front());
  return false;
}

}  // namespace cloche::cli
