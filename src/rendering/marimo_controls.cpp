// marimo's `mo.ui` elements that hold one value: label and value, without anything to press.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rendering/escape.hpp"
#include "rendering/highlight.hpp"
#include "rendering/json.hpp"
#include "rendering/marimo_elements.hpp"
#include "rendering/urls.hpp"

namespace cloche::rendering {
namespace {

using boost::json::value;

// Longer lists of options show the chosen ones and how many there are.
constexpr std::size_t most_options = 12;

void open_control(const MarimoElement& element, std::string_view kind) {
  element.out().append("<span class=\"control ").append(kind).append("\">");
  element.write_label();
}

void close_control(const MarimoElement& element) {
  element.out() += "</span>";
}

void write_value(const MarimoElement& element, std::string_view text) {
  element.out() += "<span class=\"value\">";
  element.write_text(text);
  element.out() += "</span>";
}

void write_field(const MarimoElement& element, std::string_view text, std::string_view when_empty) {
  element.out() += text.empty() ? "<span class=\"field empty\">" : "<span class=\"field\">";
  element.write_text(text.empty() ? when_empty : text);
  element.out() += "</span>";
}

double share(double of, double start, double stop) {
  if (!(stop > start)) return 0;
  const double result = (of - start) / (stop - start);
  return std::isfinite(result) ? std::clamp(result, 0.0, 1.0) : 0;
}

void write_track(const MarimoElement& element, double from, double to) {
  element.out() += fmt::format(
      "<span class=\"track\" aria-hidden=\"true\"><i style=\"left:{:.1f}%;right:{:.1f}%\"></i></span>",
      from * 100, (1 - to) * 100);
}

// A slider over given steps counts in positions; its value is the step there.
std::string stepped(const value& steps, const value& position) {
  if (steps.is_array() && !steps.get_array().empty() && position.is_number()) {
    const double at = position.to_number<double>();
    const auto& all = steps.get_array();
    if (at >= 0 && at < static_cast<double>(all.size())) return plain_text(all[static_cast<std::size_t>(at)]);
  }
  return plain_text(position);
}

void write_slider(const MarimoElement& element) {
  const double start = element.number("start").value_or(0);
  const double stop = element.number("stop").value_or(0);
  const value current = element.json("initial-value");
  const value steps = element.json("steps");
  open_control(element, "slider");
  if (current.is_array() && current.get_array().size() == 2) {
    const auto at = [&](std::size_t i) {
      const value& end = current.get_array()[i];
      return end.is_number() ? end.to_number<double>() : 0;
    };
    write_track(element, share(at(0), start, stop), share(at(1), start, stop));
    write_value(element,
                stepped(steps, current.get_array()[0]) + " – " + stepped(steps, current.get_array()[1]));
  } else {
    write_track(element, 0, current.is_number() ? share(current.to_number<double>(), start, stop) : 0);
    write_value(element, current.is_null() ? "" : stepped(steps, current));
  }
  close_control(element);
}

std::vector<std::string> texts(const value& list) {
  std::vector<std::string> result;
  if (list.is_array()) {
    for (const value& item : list.get_array()) result.push_back(plain_text(item));
  } else if (!list.is_null()) {
    result.push_back(plain_text(list));
  }
  return result;
}

// Dropdowns, radio buttons, multiple choice: all options, the chosen ones marked.
void write_choice(const MarimoElement& element) {
  const std::vector<std::string> options = texts(element.json("options"));
  const std::vector<std::string> chosen = texts(element.json("initial-value"));
  const bool is_radio = element.name() == "marimo-radio";
  std::string& out = element.out();
  open_control(element, is_radio ? "choice radio" : "choice");
  const auto write_option = [&](std::string_view option, bool is_chosen) {
    out += is_chosen ? "<mark class=\"option\">" : "<span class=\"option\">";
    if (is_chosen) out += "<span class=\"unseen\">chosen: </span>";
    element.write_text(option);
    out += is_chosen ? "</mark>" : "</span>";
  };
  if (options.size() <= most_options) {
    for (const std::string& option : options) {
      write_option(option, std::find(chosen.begin(), chosen.end(), option) != chosen.end());
    }
  } else {
    for (const std::string& option : chosen) write_option(option, true);
    out += fmt::format("<span class=\"faint\">of {} options</span>", options.size());
  }
  if (chosen.empty()) out += "<span class=\"faint\">none chosen</span>";
  close_control(element);
}

void write_tick(const MarimoElement& element) {
  const bool is_on = element.flag("initial-value");
  const bool is_switch = element.name() == "marimo-switch";
  std::string& out = element.out();
  out += "<span class=\"control tick\">";
  out += fmt::format("<span class=\"{} {}\" role=\"img\" aria-label=\"{}\"></span>",
                     is_switch ? "switch" : "check", is_on ? "on" : "off", is_on ? "on" : "off");
  element.write_label();
  close_control(element);
}

void write_text_field(const MarimoElement& element) {
  open_control(element, "text");
  const bool is_secret = element.text("kind") == "password";
  if (is_secret) {
    write_field(
        element,
        element.flag("password-has-value") || !element.text("initial-value").empty() ? "••••••••" : "",
        "empty");
  } else {
    const std::string placeholder = element.text("placeholder");
    write_field(element, element.text("initial-value"), placeholder.empty() ? "empty" : placeholder);
  }
  close_control(element);
}

void write_text_area(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"control area\">";
  element.write_label();
  const std::string text = element.text("initial-value");
  const std::string placeholder = element.text("placeholder");
  out += text.empty() ? "<pre class=\"field empty\">" : "<pre class=\"field\">";
  element.write_text(!text.empty() ? text : !placeholder.empty() ? placeholder : "empty");
  out += "</pre></div>";
}

void write_plain_value(const MarimoElement& element) {
  open_control(element, "text");
  const value current = element.json("initial-value");
  std::string text;
  for (const std::string& part : texts(current)) text.append(text.empty() ? "" : " – ").append(part);
  if (element.name() == "marimo-datetime") std::replace(text.begin(), text.end(), 'T', ' ');
  write_field(element, text, "empty");
  close_control(element);
}

void write_button(const MarimoElement& element) {
  std::string& out = element.out();
  const std::string kind = element.text("kind");
  out += "<span class=\"button ";
  append_attribute(out, kind.empty() ? "neutral" : kind);
  out += "\">";
  const std::string label = element.text("label");
  if (label.empty()) {
    element.write_text(element.name() == "marimo-refresh" ? "refresh" : "button");
  } else {
    element.write_inline(label);
  }
  if (const std::string interval = element.text("default-interval"); !interval.empty()) {
    element.write_text(fmt::format(" every {}", interval));
  }
  out += "</span>";
}

void write_download(const MarimoElement& element) {
  const std::string data = element.text("data");
  if (!is_data_url(data)) {
    write_button(element);
    return;
  }
  std::string& out = element.out();
  const std::string file = element.text("filename");
  out += "<a class=\"button\" download=\"";
  append_attribute(out, file.empty() ? "download" : file);
  out += "\" href=\"";
  append_attribute(out, data);
  out += "\">";
  const std::string label = element.text("label");
  if (label.empty()) {
    element.write_text(file.empty() ? "download" : file);
  } else {
    element.write_inline(label);
  }
  out += "</a>";
}

// Files, file browsers, microphones: what was put in, which is nothing in an export most of the time.
void write_input_of_files(const MarimoElement& element) {
  open_control(element, "text");
  const value current = element.json("initial-value");
  std::string names;
  if (current.is_array()) {
    for (const value& item : current.get_array()) {
      const std::string_view name =
          item.is_object() ? text_member(item.get_object(), "name") : std::string_view();
      names.append(names.empty() ? "" : ", ").append(name.empty() ? plain_text(item) : std::string(name));
    }
  }
  write_field(element, names, element.name() == "marimo-microphone" ? "no recording" : "no file");
  close_control(element);
}

void write_code_editor(const MarimoElement& element) {
  std::string& out = element.out();
  element.write_label();
  out += "<figure class=\"code\"><pre><code>";
  const std::string source = element.text("initial-value");
  if (element.text("language") == "python") {
    append_python(out, source);
  } else {
    element.write_text(source);
  }
  out += "</code></pre></figure>";
}

void write_matrix(const MarimoElement& element) {
  std::string& out = element.out();
  out += "<div class=\"control area\">";
  element.write_label();
  out += "<table class=\"matrix\"><tbody>";
  const value rows = element.json("initial-value");
  if (rows.is_array()) {
    for (const value& row : rows.get_array()) {
      out += "<tr>";
      for (const std::string& cell : texts(row)) {
        out += "<td class=\"number\">";
        element.write_text(cell);
        out += "</td>";
      }
      out += "</tr>";
    }
  }
  out += "</tbody></table></div>";
}

using Write = void (*)(const MarimoElement&);

constexpr std::array<std::pair<std::string_view, Write>, 21> controls = {{
    {"marimo-slider", write_slider},
    {"marimo-range-slider", write_slider},
    {"marimo-dropdown", write_choice},
    {"marimo-multiselect", write_choice},
    {"marimo-radio", write_choice},
    {"marimo-checkbox", write_tick},
    {"marimo-switch", write_tick},
    {"marimo-text", write_text_field},
    {"marimo-text-area", write_text_area},
    {"marimo-number", write_plain_value},
    {"marimo-date", write_plain_value},
    {"marimo-datetime", write_plain_value},
    {"marimo-date-range", write_plain_value},
    {"marimo-button", write_button},
    {"marimo-refresh", write_button},
    {"marimo-download", write_download},
    {"marimo-file", write_input_of_files},
    {"marimo-file-browser", write_input_of_files},
    {"marimo-microphone", write_input_of_files},
    {"marimo-code-editor", write_code_editor},
    {"marimo-matrix", write_matrix},
}};

}  // namespace

bool write_marimo_control(const MarimoElement& element) {
  const auto* found = std::find_if(controls.begin(), controls.end(),
                                   [&](const auto& entry) { return entry.first == element.name(); });
  if (found == controls.end()) return false;
  found->second(element);
  return true;
}

}  // namespace cloche::rendering
