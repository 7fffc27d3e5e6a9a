#include "cli/help.hpp"

#include <cerrno>
#include <sstream>

#include "batch/system_reason.hpp"
#include "cli/console.hpp"
#include "cli/standard_streams.hpp"

namespace cloche::cli {
namespace {

constexpr std::size_t text_column = 24;
constexpr std::size_t screen_width = 80;

/// "-o, --output FILE"
std::string label_of(const CLI::Option& option) {
  std::string label;
  const auto add = [&label](const std::string& name) { label += (label.empty() ? "" : ", ") + name; };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  if (option.get_snames().empty()) label.insert(0, "    ");
  if (!option.get_type_name().empty() && option.get_items_expected_max() > 0)
    label += " " + option.get_type_name();
  return label;
}

void append_entry(std::string& help, const std::string& label, const std::string& text) {
  std::string line = "  " + label;
  // A label that reaches into the text's column stands alone.
  if (line.size() + 2 > text_column) {
    help += line + "\n";
    line.clear();
  }
  line.resize(text_column, ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > screen_width) {
      help += line + "\n";
      line.assign(text_column, ' ');
    }
    if (line.size() > text_column) line += ' ';
    line += word;
  }
  help += line + "\n";
}

}  // namespace

std::string help_of(const CLI::App& app, std::string_view usage) {
  std::string help =
      app.get_description() + "\n\nusage: " + app.get_name() + " " + std::string(usage) + "\n\n";
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) continue;
    append_entry(help, label_of(*option), option->get_description());
  }
  return help + "\n" + app.get_footer() + "\n";
}

ExitCode print(std::string_view text) {
  if (write_standard_output(text)) return ExitCode::done;
  const std::string reason = batch::system_reason(errno);
  Console(Verbosity::normal, Terminal::of_standard_error()).error("cannot write stdout: " + reason);
  return ExitCode::output;
}

ExitCode print_help(const CLI::App& app, std::string_view usage) {
  return print(help_of(app, usage));
}

}  // namespace cloche::cli
