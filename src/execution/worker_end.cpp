#include "execution/worker_end.hpp"

#include <csignal>

#include <fmt/format.h>

namespace cloche::execution {

std::string describe_end(const process::Outcome& outcome) {
  const auto* signaled = std::get_if<process::Signaled>(&outcome);
  const bool segmentation_fault = signaled && signaled->signal == SIGSEGV;
  return process::describe(outcome) + (segmentation_fault ? ", a segmentation fault" : "");
}

std::string describe_cell(const notebook::Notebook& notebook, std::size_t cell) {
  const std::string& name = notebook.cells[cell].name;
  if (name.empty() || name == "_") return fmt::format("cell {}", cell + 1);
  return fmt::format("cell {} `{}`", cell + 1, name);
}

std::string describe_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count < 1000) return fmt::format("{} ms", count);
  return fmt::format("{} s", static_cast<double>(count) / 1000);
}

}  // namespace cloche::execution
