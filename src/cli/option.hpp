#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace cloche::cli {

/// An option of which the last one counts when it is given several times.
inline CLI::Option* add_option(CLI::App& app, const std::string& names, std::string& value,
                               const std::string& value_name, const std::string& text) {
  return app.add_option(names, value, text)->type_name(value_name)->take_last();
}

}  // namespace cloche::cli
