#include "cli/command_options.hpp"

#include <charconv>
#include <cstdlib>

#include "cli/duration.hpp"
#include "cli/option.hpp"
#include "cli/signal_name.hpp"
#include "cli/size.hpp"
#include "cli/tier_option.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

std::uint64_t parse_count(const std::string& text, const std::string& option) {
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stopped_at != end || count == 0)
    throw UsageError(option + ": `" + text + "` is no number of 1 or more");
  return count;
}

process::CgroupUse parse_cgroup_use(const std::string& text) {
  if (text == "always") return process::CgroupUse::always;
  if (text == "never") return process::CgroupUse::never;
  throw UsageError("--cgroup: `" + text + "` is no choice", "write `always` or `never`");
}

/// "NAME=VALUE", or "NAME" for the caller's own value; one that is not set here stays unset.
void set_variable(process::Environment& environment, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty()) throw UsageError("--env: `" + text + "` has no name", "write `NAME=VALUE` or `NAME`");
  if (equals != std::string::npos)
    environment.set.emplace_back(name, text.substr(equals + 1));
  else if (const char* value = std::getenv(name.c_str()))
    environment.set.emplace_back(name, value);
}

/// A CPU limit is counted in whole seconds; one that is asked for is never zero.
std::chrono::seconds whole_seconds(std::chrono::milliseconds duration) {
  return std::chrono::ceil<std::chrono::seconds>(duration);
}

}  // namespace

CommandOptions::CommandOptions(CLI::App& app) {
  app.prefix_command();
  app.footer(
      "exit status: the command's own; 124 time-out; 125 cloche itself failed;\n"
      "126 not executable; 127 not found; 128+N ended by signal N");
  add_option(app, "--timeout", timeout_, "D", "stop the command after 90, 90s, 500ms, 5m, 1h");
  add_option(app, "--grace", grace_, "D", "between asking processes to stop and killing them (default: 5s)");
  add_option(app, "--stop-signal", stop_signal_, "S",
             "what to ask with (default: at a time-out TERM, else the signal that cloche got)");
  add_option(app, "--memory", memory_, "SIZE",
             "512M, 2G: of the whole tree in a cgroup where there is one, else of each process");
  add_option(app, "--processes", processes_, "N",
             "how many at once: in the tree in a cgroup where there is one, else of the user");
  add_option(app, "--cpu-time", cpu_time_, "D", "of each process");
  add_option(app, "--tier", tier_, "T", "demand an ownership tier: pid-namespace, subreaper, process-group");
  add_option(app, "--cgroup", cgroup_, "WHEN", "always: demand one; never (default: when a limit needs one)");
  app.add_flag("--unconfined", unconfined_, "let the command signal others, and set-id programs gain rights");
  app.add_option("--env", environment_, "set a variable, or pass ours on; may be repeated")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  app.add_flag("--clear-env", clear_environment_, "start from no variables but those of --env");
  add_option(app, "--chdir", working_directory_, "FOLDER", "where it runs");
  add_option(app, "--stdin", standard_input_, "FILE", "what it reads (default: our stdin)");
  add_option(
      app, "--output-limit", output_limit_, "SIZE",
      "of stdout and of stderr, each: the first half as it comes, the last half at the end; the command "
      "then has no terminal");
  add_option(app, "--json-status", status_destination_, "FD|FILE",
             "how it went: lines of JSON to a descriptor, or the last one as a file");
  app.add_flag("-q,--quiet", quiet_, "say nothing but errors");
  app.add_flag("-v,--verbose", verbose_, "say more");
}

process::Command CommandOptions::command(std::vector<std::string> argv) const {
  process::Command command;
  command.argv = std::move(argv);
  command.environment.inherited = !clear_environment_;
  for (const std::string& variable : environment_) set_variable(command.environment, variable);
  command.working_directory = working_directory_;
  command.standard_input = process::Stdio::inherit();
  if (!tier_.empty()) command.tier = parse_tier(tier_);
  if (!cgroup_.empty()) command.cgroup = parse_cgroup_use(cgroup_);
  if (!memory_.empty()) command.limits.memory_bytes = parse_size(memory_, "--memory");
  if (!processes_.empty()) command.limits.processes = parse_count(processes_, "--processes");
  if (const auto limit = parse_limit(cpu_time_, "--cpu-time"))
    command.limits.cpu_time = whole_seconds(*limit);
  command.confined = !unconfined_;
  return command;
}

std::optional<std::chrono::milliseconds> CommandOptions::timeout() const {
  return parse_limit(timeout_, "--timeout");
}

process::StopPolicy CommandOptions::stop() const {
  process::StopPolicy policy;
  policy.pass_signal_on = stop_signal_.empty();
  if (!stop_signal_.empty()) policy.signal = parse_signal(stop_signal_, "--stop-signal");
  if (!grace_.empty()) policy.grace = parse_duration(grace_, "--grace");
  return policy;
}

std::optional<std::uint64_t> CommandOptions::output_limit() const {
  if (output_limit_.empty()) return std::nullopt;
  return parse_size(output_limit_, "--output-limit");
}

Verbosity CommandOptions::verbosity() const {
  if (quiet_) return Verbosity::quiet;
  return verbose_ ? Verbosity::verbose : Verbosity::normal;
}

}  // namespace cloche::cli
