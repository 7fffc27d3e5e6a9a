#include "environment/script_metadata.hpp"

#include <algorithm>
#include <cctype>

#include <toml++/toml.h>

#include "environment/environment.hpp"

namespace cloche::environment {
namespace {

/// Makes errors that say where in the notebook's file.
class Place {
 public:
  Place(const std::string& path, std::size_t first_line) : path_(path), first_line_(first_line) {}

  std::size_t line_of(const toml::source_region& source) const {
    const std::size_t line_in_block = source.begin ? source.begin.line : 1;
    return first_line_ + line_in_block - 1;
  }
  [[noreturn]] void fail(const toml::source_region& source, const std::string& why) const {
    throw PrepareError("cannot read the script metadata of `" + path_ + "`: line " +
                       std::to_string(line_of(source)) + ": " + why);
  }

 private:
  const std::string& path_;
  std::size_t first_line_;
};

toml::table parse(const std::string& text, const Place& place) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    std::string why(error.description());
    constexpr std::string_view preface = "Error while parsing ";
    if (why.starts_with(preface)) why.replace(0, preface.size(), "while reading ");
    std::replace(why.begin(), why.end(), '\n', ' ');
    place.fail(error.source(), "not valid TOML: " + why);
  }
}

std::vector<std::string> read_dependencies(const toml::table& table, const Place& place) {
  const toml::node* node = table.get("dependencies");
  if (!node) return {};
  const toml::array* list = node->as_array();
  if (!list) place.fail(node->source(), "`dependencies` must be a list of strings");
  std::vector<std::string> result;
  for (const toml::node& entry : *list) {
    const auto* text = entry.as_string();
    if (!text) place.fail(entry.source(), "`dependencies` must be a list of strings");
    result.push_back(text->get());
  }
  return result;
}

}  // namespace

std::optional<ScriptMetadata> read_script_metadata(const notebook::Notebook& notebook,
                                                   const std::string& path) {
  if (!notebook.script_metadata) return std::nullopt;
  const Place place(path, std::max<std::size_t>(notebook.script_metadata_line, 1));
  const toml::table table = parse(*notebook.script_metadata, place);
  ScriptMetadata result;
  result.dependencies = read_dependencies(table, place);
  if (const toml::node* node = table.get("requires-python")) {
    const auto* text = node->as_string();
    if (!text) place.fail(node->source(), "`requires-python` must be a string");
    result.requires_python = text->get();
    result.requires_python_line = place.line_of(node->source());
  }
  return result;
}

std::string package_name(std::string_view requirement) {
  std::string name;
  for (const char c :
       requirement.substr(std::min(requirement.find_first_not_of(" \t"), requirement.size()))) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == '-' || c == '_' || c == '.') {
      if (!name.ends_with('-')) name += '-';
    } else {
      break;
    }
  }
  return name;
}

bool depends_on(const ScriptMetadata& metadata, std::string_view name) {
  return std::any_of(metadata.dependencies.begin(), metadata.dependencies.end(),
                     [name](const std::string& requirement) { return package_name(requirement) == name; });
}

}  // namespace cloche::environment
