#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cloche/process/ownership.hpp>
#include <cloche/process/resources.hpp>

namespace cloche::process {

/// What one of a command's three standard streams is.
class Stdio {
 public:
  enum class Kind { null, inherit, pipe, descriptor, terminal, merged };

  /// /dev/null: at its end for reading, a sink for writing.
  static Stdio null() { return Stdio(Kind::null, -1); }
  /// The caller's own stream of the same number.
  static Stdio inherit() { return Stdio(Kind::inherit, -1); }
  /// A new pipe whose other end the Child owns.
  static Stdio pipe() { return Stdio(Kind::pipe, -1); }
  /// `fd`, borrowed until the command has started.
  static Stdio descriptor(int fd) { return Stdio(Kind::descriptor, fd); }
  /// A new pseudo-terminal, the same for all streams of the command that ask for it, which is the command's
  /// controlling terminal (pty(7)). The Child owns the other end.
  static Stdio terminal() { return Stdio(Kind::terminal, -1); }
  /// For stderr: wherever stdout goes.
  static Stdio merged() { return Stdio(Kind::merged, -1); }

  Kind kind() const noexcept { return kind_; }
  int fd() const noexcept { return fd_; }

 private:
  Stdio(Kind kind, int fd) : kind_(kind), fd_(fd) {}
  Kind kind_;
  int fd_;
};

/// The environment variables of a command.
struct Environment {
  /// Start from the caller's environment; otherwise from nothing.
  bool inherited = true;
  /// Then remove these,
  std::vector<std::string> removed;
  /// then set these.
  std::vector<std::pair<std::string, std::string>> set;
};

/// A descriptor that the command shall have: `source` is the caller's (borrowed until the command has
/// started), `target` (3 or more) its number in the command.
struct PassedDescriptor {
  int source = -1;
  int target = -1;
};

/// Rows and columns of a terminal, in characters.
struct TerminalSize {
  std::uint16_t rows = 24;
  std::uint16_t columns = 80;
};

/// When a cgroup (v2) is added to the tier, where the caller's own cgroup may be written (or the folder in
/// the environment variable CLOCHE_CGROUP): the tree is counted and limited as a whole, and killed in one
/// step.
enum class CgroupUse {
  /// When ResourceLimits ask for what only a cgroup can do for a whole tree, and one can be had.
  when_limited,
  /// A demand: the start fails where none can be had.
  always,
  never,
};

/// What to run. A value: copying it starts nothing.
struct Command {
  /// The program and its arguments, unchanged to the byte. Without a slash argv[0] is looked up in the
  /// *command's* PATH.
  std::vector<std::string> argv;
  Environment environment;
  /// Where it runs; empty: where the caller runs. The caller's own directory never changes.
  std::string working_directory;
  Stdio standard_input = Stdio::null();
  Stdio standard_output = Stdio::inherit();
  Stdio standard_error = Stdio::inherit();
  /// Everything not named here or above is closed in the command, whether close-on-exec or not.
  std::vector<PassedDescriptor> descriptors;
  /// Demand a tier; none: the machine's default. A demand that can't be met fails, never downgrades.
  std::optional<Tier> tier;
  CgroupUse cgroup = CgroupUse::when_limited;
  ResourceLimits limits;
  /// Outside a PID namespace: the command gains no rights by set-id programs (no_new_privs, prctl(2)), and
  /// where the kernel can (Landlock's signal scope, Linux 6.12) it can't signal processes outside its tree,
  /// its owner among them. Without it a command can end its own guardian.
  bool confined = true;
  /// The command shares the caller's controlling terminal, if there is one: it is in the caller's session and
  /// process group, so that the shell above treats both as one job. (In the process-group tier, which needs a
  /// group to end, it has one of its own, which gets the terminal's foreground if the caller has it.) Without
  /// it the command has no terminal but a pseudo-terminal of its own. Child::wait_in_foreground() does the
  /// rest.
  bool foreground_job = false;
  /// The first size of a pseudo-terminal.
  TerminalSize terminal_size;
  /// The command goes on after its main process ended, until its output pipes are closed by all who hold
  /// them. (For launchers that leave before the work does.)
  bool until_pipes_close = false;
};

}  // namespace cloche::process
