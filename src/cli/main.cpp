#include <csignal>
#include <string>
#include <vector>

#include <cloche/process/error.hpp>
#include <cloche/process/subreaper_scope.hpp>
#include <cloche/process/termination_scope.hpp>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/seam_variable.hpp"
#include "cli/standard_streams.hpp"

namespace {

/// A reader that is gone and a file that grows too large are errors of the write, with a message and an exit
/// code, and no death between two steps of the clean-up.
void turn_write_signals_into_errors() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

int main(int count, char** words) {
  using namespace cloche;
  cli::open_missing_standard_streams();
  turn_write_signals_into_errors();
  try {
    process::TerminationScope termination;
    cli::ExitCode code;
    {
      const process::SubreaperScope subreaper;
      cli::arm_seam_from_environment();
      code = cli::run_command_line(std::vector<std::string>(words + 1, words + count),
                                   termination.cancellation());
    }
    if (const int signal = termination.close()) process::end_by_signal(signal);
    return static_cast<int>(code);
  } catch (const process::Error& error) {
    cli::Console(cli::Verbosity::normal, cli::Terminal::of_standard_error())
        .error(std::string("cannot start: ") + error.what(), error.hint());
    return static_cast<int>(cli::ExitCode::worker);
  }
}
