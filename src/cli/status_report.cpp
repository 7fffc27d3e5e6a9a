#include "cli/status_report.hpp"

#include <charconv>
#include <cstring>

#include <boost/json.hpp>
#include <fcntl.h>

#include "artifact/stream.hpp"
#include "artifact/write_error.hpp"
#include "cli/usage_error.hpp"

namespace cloche::cli {
namespace {

namespace json = boost::json;

/// Empty when `text` is no number.
std::optional<int> descriptor_number(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stopped_at != end || number < 0) return std::nullopt;
  return number;
}

struct OutcomeMembers {
  json::object& status;

  void operator()(const process::Exited& exited) const {
    status["outcome"] = "exited";
    status["code"] = exited.code;
  }
  void operator()(const process::Signaled& signaled) const {
    status["outcome"] = "signaled";
    status["signal"] = signaled.signal;
    const char* name = ::sigabbrev_np(signaled.signal);
    if (name != nullptr) status["signal_name"] = std::string("SIG") + name;
    status["core_dumped"] = signaled.core_dumped;
  }
  void operator()(const process::TimedOut& timed_out) const {
    status["outcome"] = "timed-out";
    status["killed"] = timed_out.killed;
  }
  void operator()(const process::Cancelled& cancelled) const {
    status["outcome"] = "cancelled";
    status["killed"] = cancelled.killed;
  }
  void operator()(const process::FailedToStart& failed) const {
    status["outcome"] = "failed-to-start";
    status["step"] = failed.step;
    status["errno"] = failed.error;
    status["reason"] = std::generic_category().message(failed.error);
  }
  void operator()(const process::Lost& lost) const {
    status["outcome"] = "lost";
    status["reason"] = lost.reason;
  }
};

const char* name_of(process::OutOfMemory out_of_memory) {
  switch (out_of_memory) {
    case process::OutOfMemory::no:
      return "no";
    case process::OutOfMemory::possibly:
      return "possibly";
    case process::OutOfMemory::yes:
      break;
  }
  return "yes";
}

json::object base(const char* event, const process::Child& child) {
  json::object status;
  status["event"] = event;
  status["tier"] = process::name_of(child.tier());
  status["cgroup"] = child.has_cgroup();
  return status;
}

std::string status_json(const process::Child& child, const process::Outcome& outcome, int exit_code) {
  json::object status = base("ended", child);
  std::visit(OutcomeMembers{status}, outcome);
  status["exit_code"] = exit_code;
  status["stragglers"] = child.stragglers();
  status["out_of_memory"] = name_of(child.out_of_memory());
  const process::ResourceUse& use = child.resource_use();
  status["wall_time_us"] = use.wall_time.count();
  status["user_time_us"] = use.user_time.count();
  status["system_time_us"] = use.system_time.count();
  status["peak_memory_bytes"] = use.peak_memory_bytes;
  status["peak_memory_scope"] = process::name_of(use.peak_memory_scope);
  const process::LimitsInForce limits = child.limits_in_force();
  status["memory_limit_scope"] = process::name_of(limits.memory);
  status["processes_limit_scope"] = process::name_of(limits.processes);
  return json::serialize(status);
}

}  // namespace

StatusReport::StatusReport(const std::string& destination, const process::Cancellation& cancellation)
    : cancellation_(cancellation), fd_(descriptor_number(destination)) {
  if (!fd_ && !destination.empty()) file_.emplace(destination, &cancellation);
  if (!fd_) return;
  const int flags = ::fcntl(*fd_, F_GETFL);
  if (flags < 0) throw UsageError("--json-status: descriptor " + destination + " is not open");
  if ((flags & O_ACCMODE) == O_RDONLY)
    throw UsageError("--json-status: descriptor " + destination + " is not open for writing");
}

void StatusReport::started(process::Child& child) {
  if (!fd_) return;
  const std::optional<process::Outcome> outcome = child.wait_for_start();
  if (outcome && std::holds_alternative<process::FailedToStart>(*outcome)) return;
  json::object status = base("started", child);
  status["pid"] = child.pid();
  write_line(json::serialize(status));
}

void StatusReport::ended(const process::Child& child, const process::Outcome& outcome, int exit_code) {
  if (fd_) {
    write_line(status_json(child, outcome, exit_code));
  } else if (file_) {
    file_->write(status_json(child, outcome, exit_code) + "\n");
    file_->commit();
  }
}

void StatusReport::write_line(const std::string& json) {
  const int error = artifact::write_stream(*fd_, json + "\n", &cancellation_);
  // A watcher that has left is no reason to end what it watched.
  if (error != 0 && error != EPIPE && error != ECANCELED)
    throw artifact::WriteError(error, "descriptor " + std::to_string(*fd_));
}

}  // namespace cloche::cli
