#include "process/step_names.hpp"

namespace cloche::process {

std::string_view name_of(guardian::Step step) noexcept {
  using guardian::Step;
  switch (step) {
    case Step::none:
      return "start";
    case Step::make_cgroup:
      return "make a cgroup";
    case Step::create_process:
      return "create a process";
    case Step::deny_setgroups:
    case Step::map_group:
    case Step::map_user:
      return "set up a user namespace";
    case Step::isolate_mounts:
      return "set up a mount namespace";
    case Step::mount_proc:
      return "mount /proc";
    case Step::arrange_descriptors:
      return "arrange descriptors";
    case Step::execute_guardian:
      return "execute the guardian";
    case Step::read_launch:
      return "read the launch file";
    case Step::become_subreaper:
      return "become a subreaper";
    case Step::watch_signals:
      return "watch signals";
    case Step::check_exporter:
      return "check the exporter";
    case Step::create_command:
      return "create the command's process";
    case Step::join_cgroup:
      return "join the cgroup";
    case Step::change_directory:
      return "change directory";
    case Step::restrict_signals:
      return "restrict signals";
    case Step::pass_descriptors:
      return "pass descriptors";
    case Step::take_terminal:
      return "take the terminal";
    case Step::limit_resources:
      return "limit resources";
    case Step::execute:
      return "execute";
    case Step::report_start:
      return "report the start";
    case Step::end_tree:
      return "end the tree";
  }
  return "start";
}

}  // namespace cloche::process
