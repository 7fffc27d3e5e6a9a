"""`cloche run` at a terminal, under an interactive shell: it behaves like the command itself."""

import os
import signal
import time

import psutil
import pytest
from shell_on_terminal import BOUND, CTRL_BACKSLASH, CTRL_C, CTRL_D, CTRL_Z, ShellOnTerminal

TIERS = ("pid-namespace", "subreaper", "process-group")


@pytest.fixture
def shell(bench):
    shell = ShellOnTerminal(bench.folder, bench.environment)
    yield shell
    shell.close()


@pytest.fixture(params=TIERS)
def run(request, bench):
    """The command line that runs what follows it."""
    return f"{bench.cloche} run --tier {request.param} --"


def cloche_of(shell):
    """The process that the shell sees as its job."""
    return next(child for child in psutil.Process(shell.pid).children() if child.name() == "cloche")


def test_the_command_has_the_terminal_and_its_size(shell, run):
    shell.resize(31, 97)
    shown = shell.run(f"{run} sh -c 'test -t 0 && test -t 1 && test -t 2 && stty size </dev/tty'; tty")
    size, terminal = shown.split("\n")[:2]
    assert size == "31 97"
    assert shell.run(f"{run} tty").strip() == terminal


def test_a_change_of_the_windows_size_reaches_the_command(shell, run):
    shell.type(f"{run} bash -c 'trap \"stty size; exit\" WINCH; echo up; while :; do read -t 1; done'\n")
    shell.read_until("\nup\n")
    shell.resize(40, 123)
    assert shell.read_until("READY> ").startswith("40 123\n")


def test_ctrl_c_is_the_commands_to_answer(shell, run):
    shell.type(f"{run} sh -c 'trap \"echo; echo got it; exit 5\" INT; echo up; read line'\n")
    shell.read_until("\nup\n")
    shell.type(CTRL_C)
    shell.read_until("got it\n")
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 5\n"


def test_a_command_that_goes_on_after_ctrl_c_is_left_alone(shell, run):
    shell.type(
        f"{run} sh -c 'trap \"echo; echo not yet\" INT; echo up; until read line; do :; done; echo read $line'\n"
    )
    shell.read_until("\nup\n")
    shell.type(CTRL_C)
    shell.read_until("not yet\n")
    shell.type("more\n")
    shell.read_until("read more\n")
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 0\n"


def test_ctrl_c_ends_a_command_that_does_nothing_about_it_and_the_shells_loop(shell, run):
    shell.type(f"for i in 1 2 3; do echo up $i; {run} sleep 1000; done\n")
    shell.read_until("\nup 1\n")
    wait_for_command(shell, "sleep")
    shell.type(CTRL_C)
    assert "up 2" not in shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 130\n"


def test_ctrl_backslash_is_the_commands_to_answer(shell, run):
    shell.type(
        f"{run} sh -c 'trap \"echo; echo dump\" QUIT; echo up; until read line; do :; done; echo read $line'\n"
    )
    shell.read_until("\nup\n")
    shell.type(CTRL_BACKSLASH)
    shell.read_until("dump\n")
    shell.type("more\n")
    shell.read_until("read more\n")
    shell.read_until("READY> ")


def test_ctrl_z_stops_and_fg_goes_on(shell, run):
    shell.type(f"{run} sh -c 'echo up; while read line; do echo \"<$line>\"; done'\n")
    shell.read_until("\nup\n")
    shell.type("one\n")
    shell.read_until("<one>\n")
    for _ in range(3):
        shell.type(CTRL_Z)
        shell.read_until("Stopped")
        shell.read_until("READY> ")
        assert shell.run("echo status $?") == f"status {128 + signal.SIGTSTP}\n"
        shell.bring_to_foreground()
        shell.type("two\n")
        shell.read_until("<two>\n")
    shell.type(CTRL_D)
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 0\n"


def test_a_command_that_stops_itself_stops_for_the_shell_too(shell, run):
    shell.type(f"{run} sh -c 'kill -TSTP $$; echo back'\n")
    shell.read_until("Stopped")
    shell.read_until("READY> ")
    shell.bring_to_foreground()
    shell.read_until("back\n")
    shell.read_until("READY> ")


def test_a_stopped_command_goes_on_in_the_background(shell, run):
    shell.type(f"{run} sh -c 'echo up; read line </dev/tty; echo \"<$line>\"; sleep 1000'\n")
    shell.read_until("\nup\n")
    shell.type(CTRL_Z)
    shell.read_until("READY> ")
    # It still reads, which stops it in the background.
    shell.run("bg")
    shell.run_until("jobs", lambda shown: "Stopped" in shown)
    shell.bring_to_foreground()
    shell.type("now\n")
    shell.read_until("<now>\n")
    wait_for_command(shell, "sleep")
    shell.type(CTRL_C)
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 130\n"


def test_the_terminals_modes_are_as_before(shell, run):
    before = shell.run("stty -g")
    shell.run(f"{run} stty -echo -icanon min 0")
    assert shell.run("stty -g") == before


def test_the_terminals_modes_are_as_before_a_command_that_was_killed(shell, run):
    before = shell.run("stty -g")
    shell.type(f"{run} sh -c 'stty raw -echo; echo up; sleep 1000'\n")
    shell.read_until("\n")
    shell.read_until("up")
    cloche_of(shell).terminate()
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == f"status {128 + signal.SIGTERM}\n"
    assert shell.run("stty -g") == before


def test_a_shell_within_has_job_control_and_gives_the_terminal_back(shell, run):
    shell.type(f"{run} bash --norc --noprofile --noediting -i\n")
    shell.read_until("READY> ")
    shell.type("sleep 1000\n")
    wait_for_command(shell, "sleep")
    shell.type(CTRL_Z)
    shell.read_until("Stopped")
    shell.read_until("READY> ")
    assert "stopped jobs" in shell.run("exit")
    shell.type("exit 9\n")
    shell.read_until("READY> ")
    assert shell.run("echo status $?") == "status 9\n"
    # The terminal is the outer shell's again: it can be read.
    assert shell.run("read line </dev/tty && echo $line\nhello").endswith("hello\n")


@pytest.mark.parametrize("tier", TIERS[:2])
def test_a_pipeline_is_one_job(shell, bench, tier):
    run = f"{bench.cloche} run --tier {tier} --"
    shell.type(f"echo first | {run} sh -c 'read a; read b </dev/tty; echo \"$a $b\"' | {run} cat\n")
    shell.read_until("\n")
    shell.type("second\n")
    shell.read_until("first second\n")
    shell.read_until("READY> ")
    shell.type(f"{run} sleep 1000 | cat\n")
    wait_for_command(shell, "sleep")
    shell.type(CTRL_Z)
    shell.read_until("Stopped")
    shell.read_until("READY> ")
    shell.bring_to_foreground()
    shell.type(CTRL_C)
    shell.read_until("READY> ")
    assert shell.run("jobs; echo none") == "none\n"


def test_hanging_up_ends_the_command(shell, run, bench):
    lifeline = bench.fifo()
    shell.type(f"{run} sh -c 'exec 9>{lifeline}; echo up; trap \"\" HUP; sleep 1000'\n")
    shell.read_until("\nup\n")
    cloche = cloche_of(shell)
    os.close(shell.terminal)
    shell.terminal = os.open("/dev/null", os.O_RDWR)
    psutil.wait_procs([cloche], timeout=30)
    assert not cloche.is_running()
    bench.wait_for_end_of(lifeline)


def wait_for_command(shell, name):
    """Until the shell's job has come to execute it."""
    end = time.monotonic() + BOUND
    while not any(child.name() == name for child in psutil.Process(shell.pid).children(recursive=True)):
        assert time.monotonic() < end, f"`{name}` was never executed"
        os.sched_yield()
