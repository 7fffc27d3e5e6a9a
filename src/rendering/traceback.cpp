#include "rendering/traceback.hpp"

#include <algorithm>
#include <cstddef>

#include "rendering/escape.hpp"
#include "rendering/highlight.hpp"
#include "rendering/terminal.hpp"

namespace cloche::rendering {
namespace {

// A recursion's traceback has thousands of lines: those are not coloured.
constexpr std::size_t most_coloured = 20'000;

void append_span(std::string& out, std::string_view name, std::string_view text) {
  out.append("<span class=\"").append(name).append("\">");
  append_text(out, text);
  out += "</span>";
}

// `  File "x.py", line 3, in f`
bool append_place(std::string& out, std::string_view line) {
  constexpr std::string_view file = "File \"";
  const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
  if (!line.substr(indentation).starts_with(file)) return false;
  const std::size_t name = indentation + file.size() - 1;
  const std::size_t name_end = line.find("\", line ", name + 1);
  if (name_end == std::string_view::npos) return false;
  const std::size_t number = name_end + std::string_view("\", line ").size();
  const std::size_t number_end = std::min(line.find_first_not_of("0123456789", number), line.size());
  append_text(out, line.substr(0, name));
  append_span(out, "nb", line.substr(name, name_end + 1 - name));
  append_text(out, line.substr(name_end + 1, number - name_end - 1));
  append_span(out, "m", line.substr(number, number_end - number));
  constexpr std::string_view in = ", in ";
  const std::string_view rest = line.substr(number_end);
  if (rest.starts_with(in)) {
    append_text(out, in);
    append_span(out, "n", rest.substr(in.size()));
  } else {
    append_text(out, rest);
  }
  return true;
}

void append_line(std::string& out, std::string_view line) {
  if (line.starts_with("Traceback (most recent call last)")) {
    append_span(out, "gt", line);
  } else if (append_place(out, line)) {
  } else if (line.starts_with("    ")) {
    const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
    append_span(out, "w", line.substr(0, indentation));
    line.remove_prefix(indentation);
    if (line.find_first_not_of("^~ ") == std::string_view::npos) {
      append_span(out, "pm", line);
    } else {
      append_python(out, line);
    }
  } else {
    // `ValueError: text`, also with a module before it.
    const std::size_t colon = line.find(": ");
    const std::string_view name = line.substr(0, colon);
    const bool is_exception =
        !name.empty() && name.find(' ') == std::string_view::npos && name[0] >= 'A' && name[0] <= 'z';
    if (is_exception) append_span(out, "gr", name);
    append_text(out, line.substr(is_exception ? name.size() : 0));
  }
}

}  // namespace

void append_traceback(std::string& out, std::string_view traceback) {
  if (traceback.size() > most_coloured || traceback.find_first_of("\x1b\r\b") != std::string_view::npos) {
    append_terminal_text(out, traceback);
    return;
  }
  while (!traceback.empty()) {
    const std::size_t end = std::min(traceback.find('\n'), traceback.size());
    append_line(out, traceback.substr(0, end));
    if (end < traceback.size()) out += '\n';
    traceback.remove_prefix(std::min(end + 1, traceback.size()));
  }
}

std::string marimo_traceback_html(std::string_view traceback) {
  std::string html = "<span class=\"codehilite\"><div class=\"highlight\"><pre><span></span>";
  append_traceback(html, terminal_plain_text(traceback));
  if (!traceback.ends_with('\n')) html += '\n';
  html += "</pre></div>\n</span>";
  return html;
}

}  // namespace cloche::rendering
