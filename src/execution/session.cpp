#include "execution/session.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>

#include <cloche/process/error.hpp>

#include "execution/cell_end.hpp"
#include "execution/command_text.hpp"
#include "execution/worker_end.hpp"

namespace cloche::execution {
namespace {

using notebook::CellStatus;
using notebook::StreamOutput;
using std::chrono::milliseconds;

/// How long a worker whose event pipe has closed may take to end by itself (a core dump takes time) before it
/// counts as one that lives and can't speak.
constexpr milliseconds farewell{1000};
/// A signal goes through the guardian, so it may reach the worker after the cell that it was meant for has
/// ended. The next cell is given only when it must have arrived.
constexpr milliseconds signal_delivery{20};

const process::StopPolicy at_once{SIGKILL, milliseconds(0), milliseconds(0)};

std::string random_marker() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw process::Error(errno, "get random bytes");
  }
  std::string marker;
  for (const unsigned char byte : bytes) marker += fmt::format("{:02x}", byte);
  return marker;
}

std::optional<process::Child::Clock::time_point> deadline_of(const Request& request) {
  if (!request.timeout) return std::nullopt;
  return process::Child::Clock::now() + *request.timeout;
}

std::string time_limit_exceeded(milliseconds limit, std::string_view whose) {
  return fmt::format("the time limit of {} for {} was exceeded", describe_duration(limit), whose);
}

/// What a worker that did not come up printed last on stderr, for people.
std::string last_line(const std::vector<notebook::Output>& outputs) {
  std::string_view text;
  for (const notebook::Output& output : outputs) {
    const auto* stream = std::get_if<StreamOutput>(&output);
    if (stream && stream->name == notebook::StreamName::standard_error) text = stream->text;
  }
  const std::size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return std::string(text.substr(text.find_last_of('\n') + 1));
}

}  // namespace

Session::Session(notebook::Notebook& notebook, const Request& request)
    : Session(notebook, request, random_marker()) {}

Session::Session(notebook::Notebook& notebook, const Request& request, const std::string& marker)
    : notebook_(notebook),
      request_(request),
      deadline_(deadline_of(request)),
      worker_(request, marker, deadline_) {
  worker_.send(open_command(notebook, request, marker));
}

void Session::open() {
  std::vector<notebook::Output> printed;
  CellOutputs outputs(printed);
  while (std::optional<Event> event = next_event(outputs)) {
    if (auto* ready = std::get_if<Ready>(&*event)) {
      notebook_.run->language_version = std::move(ready->python);
      return;
    }
    refuse(*event);
  }
  outputs.finish();
  note_end();
  if (early_end_->status != RunStatus::worker_died) return;
  const std::string said = last_line(printed);
  throw StartError(fmt::format("`{}` could not run the notebook: it {}{}{}", request_.environment->python,
                               early_end_->reason, said.empty() ? "" : ": ", said));
}

bool Session::can_go_on() {
  worker_.wait(Clock::now());
  pass_on_cancellation();
  if (!is_being_stopped() && !worker_.child().main_process_ended() && !worker_.outcome()) return true;
  finish_after_last_cell();
  note_end();
  return false;
}

TurnEnd Session::run(std::size_t cell) {
  const std::optional<std::size_t> cell_before = cell_;
  begin_turn(cell);
  CellOutputs outputs(notebook_.cells[cell].outputs);
  while (std::optional<Event> event = next_event(outputs)) {
    auto* finished = std::get_if<Finished>(&*event);
    if (finished && finished->cell_id == notebook_.cells[cell].id) {
      outputs.finish();
      return finish_turn(std::move(*finished));
    }
    if (auto* displayed = std::get_if<Displayed>(&*event)) {
      outputs.displayed(std::move(displayed->output));
    } else if (std::holds_alternative<Packages>(*event)) {
      // It says goodbye on its own account: it was leaving already when it was asked to run this cell.
      cell_ = cell_before;
      running_ = false;
      finish_after_last_cell();
      note_end();
      return {CellStatus::not_run, {}};
    } else {
      refuse(*event);
    }
  }
  outputs.finish();
  note_end();
  return record_abandoned(notebook_.cells[cell], early_end_->status, early_end_->reason,
                          Clock::now() - turn_started_);
}

void Session::close() {
  if (early_end_) return;
  const bool stopped_before = is_being_stopped();
  closing_ = true;
  if (!stop_) kill_at_ = Clock::now() + request_.stop.grace;
  worker_.end_commands();
  finish_after_last_cell();
  if (stopped_before) note_end();
}

bool Session::is_being_stopped() const {
  return stop_ || (deadline_ && Clock::now() >= *deadline_);
}

void Session::finish_after_last_cell() {
  std::vector<notebook::Output> nobodys;
  CellOutputs outputs(cell_ ? notebook_.cells[*cell_].outputs : nobodys);
  while (std::optional<Event> event = next_event(outputs)) {
    if (auto* displayed = std::get_if<Displayed>(&*event)) outputs.displayed(std::move(displayed->output));
    if (auto* packages = std::get_if<Packages>(&*event)) {
      notebook_.run->packages = std::move(packages->packages);
    }
  }
  outputs.finish();
}

Result Session::result() {
  Result result;
  if (early_end_) {
    result.status = early_end_->status;
    result.reason = early_end_->reason + early_end_->place;
  } else if (!cell_timeout_.empty()) {
    result.status = RunStatus::timed_out;
    result.reason = cell_timeout_;
  }
  result.stragglers = worker_.child().stragglers();
  return result;
}

std::optional<Event> Session::next_event(CellOutputs& outputs) {
  for (;;) {
    if (std::optional<Event> event = worker_.take_event()) {
      give_text_before(*event, outputs);
      return event;
    }
    if (worker_.outcome()) {
      worker_.text().emit_all(outputs);
      return std::nullopt;
    }
    if (worker_.events_are_current()) worker_.text().emit_certain(outputs);
    pass_on_cancellation();
    enforce_deadlines();
    watch_connection();
    worker_.wait(next_deadline());
  }
}

void Session::give_text_before(const Event& event, CellOutputs& outputs) {
  std::optional<std::uint64_t> marker;
  if (const auto* displayed = std::get_if<Displayed>(&event)) {
    marker = displayed->marker;
  } else if (const auto* finished = std::get_if<Finished>(&event)) {
    marker = finished->marker;
  } else {
    return;
  }
  worker_.read_text_until(marker);
  if (marker) {
    worker_.text().emit_before(*marker, outputs);
  } else {
    worker_.text().emit_all(outputs);
  }
}

Session::TimePoint Session::next_deadline() const {
  TimePoint next = TimePoint::max();
  for (const auto& deadline : {interrupt_at_, kill_at_}) {
    if (deadline) next = std::min(next, *deadline);
  }
  if (connection_lost_at_ && !stop_ && !closing_) next = std::min(next, *connection_lost_at_ + farewell);
  return next;
}

void Session::pass_on_cancellation() {
  const process::Cancellation* cancellation = request_.cancellation;
  if (!cancellation) return;
  if (!cancellation_passed_on_ && cancellation->requested()) {
    cancellation_passed_on_ = true;
    stop(RunStatus::cancelled, "the export was stopped", request_.stop);
  }
  if (cancellation_passed_on_ && !hurry_passed_on_ && cancellation->hurried()) {
    hurry_passed_on_ = true;
    stop(RunStatus::cancelled, "the export was stopped", request_.stop.hurried());
  }
  // Once readable, a descriptor stays so: it must not wake us again.
  const int next = cancellation_passed_on_ ? cancellation->hurry_fd() : cancellation->fd();
  worker_.set_wake_up_fd(hurry_passed_on_ ? -1 : next);
}

void Session::enforce_deadlines() {
  const TimePoint now = Clock::now();
  if (interrupt_at_ && now >= *interrupt_at_) {
    interrupt_at_.reset();
    interrupted_ = true;
    kill_at_ = now + request_.stop.grace;
    worker_.child().send_signal(SIGINT);
  }
  if (kill_at_ && now >= *kill_at_) {
    // While closing nothing is said about it: every cell had its turn.
    stop(RunStatus::timed_out, closing_ ? "" : time_limit_exceeded(*request_.cell_timeout, "a cell"),
         at_once);
  }
}

void Session::watch_connection() {
  if (!worker_.events_are_closed() || stop_ || closing_) return;
  const TimePoint now = Clock::now();
  if (!connection_lost_at_) connection_lost_at_ = now;
  if (now < *connection_lost_at_ + farewell) return;
  stop(RunStatus::worker_died, "closed its connection to cloche", at_once);
}

void Session::refuse(const Event& event) {
  const auto* malformed = std::get_if<MalformedEvent>(&event);
  stop(RunStatus::worker_died,
       fmt::format("reported something that makes no sense ({})",
                   malformed ? malformed->reason : "an event at the wrong time"),
       at_once);
}

void Session::stop(RunStatus status, std::string reason, const process::StopPolicy& policy) {
  if (!stop_) stop_ = EarlyEnd{status, std::move(reason), {}};
  // From now on the policy's grace is the only clock: a cell's must not disturb the notebook's farewell.
  interrupt_at_.reset();
  kill_at_.reset();
  worker_.child().request_stop(policy);
}

void Session::note_end() {
  const process::Outcome& outcome = *worker_.outcome();
  if (std::holds_alternative<process::TimedOut>(outcome)) {
    early_end_ = {RunStatus::timed_out, time_limit_exceeded(*request_.timeout, "the notebook"), {}};
  } else if (stop_) {
    early_end_ = std::move(stop_);
  } else {
    early_end_ = {RunStatus::worker_died, describe_end(outcome), {}};
  }
  early_end_->place = place();
}

void Session::begin_turn(std::size_t cell) {
  cell_ = cell;
  running_ = true;
  interrupted_ = false;
  turn_started_ = Clock::now();
  if (request_.cell_timeout) interrupt_at_ = turn_started_ + *request_.cell_timeout;
  worker_.send(run_command(notebook_.cells[cell].id));
}

TurnEnd Session::finish_turn(Finished finished) {
  interrupt_at_.reset();
  kill_at_.reset();
  notebook::Cell& cell = notebook_.cells[*cell_];
  if (interrupted_) {
    cell_timeout_ = time_limit_exceeded(*request_.cell_timeout, "a cell") + place();
    if (!finished.error || !is_interruption(*finished.error)) let_interrupt_arrive();
  }
  running_ = false;
  return interrupted_ ? record_timed_out(cell, std::move(finished), *request_.cell_timeout)
                      : record_finished(cell, std::move(finished));
}

void Session::let_interrupt_arrive() {
  const TimePoint until = Clock::now() + signal_delivery;
  while (Clock::now() < until && !worker_.outcome()) worker_.wait(until);
}

std::string Session::place() const {
  if (!cell_) return " before the first cell";
  return fmt::format(" {} {}", running_ ? "in" : "after", describe_cell(notebook_, *cell_));
}

}  // namespace cloche::execution
