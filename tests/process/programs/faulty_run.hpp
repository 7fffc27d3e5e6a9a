// One run of an exporter under ptrace, in which system calls of the exporter, its guardian or the command's
// process before its exec are made to fail. The command itself is left alone.

#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include <sys/types.h>

enum class Role { exporter, guardian, starting_command, command };

const char* name_of(Role role);

struct Call {
  Role role;
  /// The how many-th plausible call of this role, from 1.
  long ordinal;
  long number;
  long arguments[2];
};

/// What a run came to. Everything but the role of the exporter's end is 0 or false when nothing is wrong.
struct Ending {
  /// The exporter's exit status, 128+N for a signal.
  int code = -1;
  bool hung = false;
  int survivors = 0;
  /// What the exporter still had at its end and had not at its beginning.
  int descriptors = 0;
  int children = 0;
  /// How many calls were made to fail.
  int failed = 0;
  long milliseconds = 0;
  /// The last line on stderr.
  std::string words;
};

/// The errno with which a call fails, or 0.
using Fault = std::function<int(const Call&)>;

/// Runs argv, whose first argument is the tier. `from_the_start`: the C library's start is made to fail too,
/// otherwise only what comes after the first event descriptor.
Ending run_with(const Fault& fault, char** argv, bool from_the_start);
