"""`cloche run`: any command, owned; seen from outside."""

import json
import os
import pathlib
import signal
import subprocess

import pytest

TIERS = ("pid-namespace", "subreaper", "process-group")
WHOLE_TREE = TIERS[:2]


def run(bench, *words, **options):
    return bench.run([bench.cloche, "run", *words], **options)


def start(bench, *words, **options):
    return bench.start([bench.cloche, "run", *words], **options)


def shell(text):
    return ["--", "sh", "-c", text]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (shell("exit 0"), 0),
        (shell("exit 42"), 42),
        (shell("exit 255"), 255),
        (shell("kill -TERM $$"), 143),
        (shell("kill -KILL $$"), 137),
        (["--", "there-is-no-such-command"], 127),
        (["--", "/"], 126),
    ],
)
def test_the_exit_code_is_the_commands(bench, tier, command, code):
    assert run(bench, "--tier", tier, *command).code == code


def test_what_cannot_run_is_named(bench):
    bench.path("script").write_text("echo hello\n")
    bench.path("script").chmod(0o755)
    for command, code, message in [
        ("there-is-no-such-command", 127, "error: cannot run `there-is-no-such-command`: not found\n"),
        ("/", 126, "error: cannot run `/`: permission denied\n"),
        (
            "./script",
            126,
            "error: cannot run `./script`: exec format error\n\n"
            "hint: a script needs a first line such as `#!/bin/sh`\n",
        ),
    ]:
        ended = run(bench, command)
        assert (ended.code, ended.out, ended.err) == (code, "", message)


def test_a_command_killed_by_sigint_is_seen_as_killed_by_it(bench):
    assert run(bench, *shell("kill -INT $$")).code == -signal.SIGINT


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "error: no command given\n\nhint: `cloche run --help` shows the options\n"),
        (
            ["--tiemout", "1", "true"],
            "error: unknown option `--tiemout`\n\nhint: did you mean `--timeout`?\n",
        ),
        (["--timeout", "soon", "true"], "error: --timeout: `soon` is no duration\n"),
        (["--memory", "much", "true"], "error: --memory: `much` is no size\n"),
        (["--processes", "0", "true"], "error: --processes: `0` is no number of 1 or more\n"),
        (["--stop-signal", "STOPP", "true"], "error: --stop-signal: there is no signal `STOPP`\n"),
        (["--tier", "best", "true"], "error: --tier: there is no tier `best`\n"),
        (["--cgroup", "perhaps", "true"], "error: --cgroup: `perhaps` is no choice\n"),
        (["--env", "=x", "true"], "error: --env: `=x` has no name\n"),
        (
            ["--stdin", "nowhere", "true"],
            "error: --stdin: cannot read `nowhere`: no such file or directory\n",
        ),
        (["--chdir", "nowhere", "true"], "error: cannot run `true`: change to `nowhere`: no such file or"),
        (["--json-status", "77", "true"], "error: --json-status: descriptor 77 is not open\n"),
        (["--json-status", "a/../b/c/", "true"], "error: cannot write a/../b/c/: "),
    ],
)
def test_cloches_own_failures_are_125(bench, words, message):
    ended = run(bench, *words)
    assert ended.code == 125
    assert ended.out == ""
    assert ended.err.startswith(message)


def test_the_commands_own_options_are_not_looked_at(bench):
    assert run(bench, "sh", "-c", "echo $0 $@", "--timeout", "--", "-x").out == "--timeout -- -x\n"
    assert run(bench, "--timeout", "9s", "--", "echo", "--", "--help").out == "-- --help\n"


def test_streams_are_passed_through(bench):
    ended = bench.run([bench.cloche, "run", *shell("cat; echo err >&2")], stdin=subprocess.PIPE)
    assert (ended.out, ended.err) == ("", "err\n")
    process = start(bench, "cat", stdin=subprocess.PIPE)
    assert process.communicate(b"bytes \xff\n", timeout=60) == (b"bytes \xff\n", b"")


def test_stdin_environment_and_folder_can_be_chosen(bench):
    bench.path("in").write_text("from a file")
    bench.path("folder").mkdir()
    ended = run(bench, "--stdin", "in", "--chdir", "folder", *shell("cat; basename $PWD"))
    assert ended.out == "from a filefolder\n"
    environment = {**bench.environment, "GIVEN": "ours"}
    ended = run(
        bench,
        "--clear-env",
        "--env",
        "A=1=2",
        "--env",
        "GIVEN",
        "--env",
        "MISSING",
        "/usr/bin/env",
        env=environment,
    )
    assert sorted(ended.out.splitlines()) == ["A=1=2", "GIVEN=ours"]
    ended = run(bench, "--env", "GIVEN=theirs", *shell("echo $GIVEN $HOME"), env=environment)
    assert ended.out == f"theirs {environment['HOME']}\n"


@pytest.mark.parametrize("tier", TIERS)
def test_a_time_out_is_124_and_ends_the_command(bench, tier):
    lifeline = bench.fifo()
    ended = run(
        bench, "--tier", tier, "--timeout", "200ms", *shell(f"exec 9>{lifeline}; echo kept; sleep 1000")
    )
    assert (ended.code, ended.out) == (124, "kept\n")
    assert ended.err == "error: `sh` timed out after 200ms\n"
    bench.wait_for_end_of(lifeline)


@pytest.mark.parametrize("tier", TIERS)
def test_the_grace_is_kept_and_then_killed(bench, tier):
    ended = run(
        bench,
        "--tier",
        tier,
        "--timeout",
        "100ms",
        "--grace",
        "100ms",
        *shell("trap '' TERM; while :; do sleep 1; done"),
    )
    assert ended.code == 124
    assert ended.err == "error: `sh` timed out after 100ms, and had to be killed\n"


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_command_is_asked_with_the_signal_that_cloche_got(bench, tier, number):
    up = bench.fifo()
    process = start(
        bench,
        "--tier",
        tier,
        *shell(
            f"trap 'echo got {number.name[3:]}; exit 3' {number.name[3:]}; echo up >{up}; "
            "while :; do sleep 0.01; done"
        ),
    )
    bench.wait_for(up)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    assert out == f"got {number.name[3:]}\n".encode()
    assert process.returncode == (-number if number == signal.SIGINT else 128 + number)


def test_the_stop_signal_can_be_chosen(bench):
    up = bench.fifo()
    process = start(
        bench,
        "--stop-signal",
        "usr1",
        *shell(f"trap 'echo got USR1; exit' USR1; echo up >{up}; while :; do sleep 0.01; done"),
    )
    bench.wait_for(up)
    process.terminate()
    assert process.communicate(timeout=60)[0] == b"got USR1\n"
    assert process.returncode == 143


@pytest.mark.parametrize("tier", WHOLE_TREE)
@pytest.mark.parametrize("end", ["exit 0", "kill -KILL $$"])
def test_what_the_command_leaves_behind_is_ended(bench, tier, end):
    lifeline = bench.fifo()
    ended = run(
        bench,
        "-v",
        "--tier",
        tier,
        *shell(
            f"exec 9>{lifeline}; setsid sleep 1000 >/dev/null 2>&1 & setsid sh -c 'sleep 1000 & wait' & {end}"
        ),
    )
    bench.wait_for_end_of(lifeline)
    assert "that it had left behind" in ended.err


@pytest.mark.parametrize("tier", WHOLE_TREE)
def test_a_killed_cloche_leaves_nothing(bench, tier):
    lifeline, up = bench.fifo("lifeline"), bench.fifo("up")
    process = start(
        bench,
        "--tier",
        tier,
        *shell(f"exec 9>{lifeline}; setsid sh -c 'trap \"\" TERM HUP; echo up >{up}; sleep 1000' & wait"),
    )
    bench.wait_for(up)
    process.kill()
    bench.wait_for_end_of(lifeline)


def test_output_within_the_limit_is_untouched(bench):
    ended = run(bench, "--output-limit", "10", *shell("printf 0123456789; printf abc >&2"))
    assert (ended.out, ended.err) == ("0123456789", "abc")


def test_output_over_the_limit_loses_its_middle(bench):
    ended = run(bench, "--output-limit", "10", *shell("seq 1 1000; echo short >&2; exit 4"))
    assert ended.code == 4
    first, mark, last = ended.out.partition("[… 3883 bytes left out …]\n")
    assert (first, bool(mark), last) == ("1\n2\n3\n", True, "1000\n")
    assert ended.err == "short\n"


def test_the_first_half_comes_while_the_command_runs(bench):
    process = start(bench, "--output-limit", "1K", *shell("echo early; sleep 1000"))
    assert os.read(process.stdout.fileno(), 100) == b"early\n"
    process.terminate()
    assert process.wait(timeout=60) == 143


def test_a_reader_that_leaves_ends_the_command(bench):
    process = start(bench, "--output-limit", "4", "yes")
    assert os.read(process.stdout.fileno(), 100)
    process.stdout.close()
    assert process.wait(timeout=60) == 128 + signal.SIGPIPE


def test_the_status_is_lines_of_json_on_a_descriptor(bench):
    reader, writer = os.pipe()
    process = start(bench, "--json-status", str(writer), "sh", "-c", "sleep 1000 & exit 3", pass_fds=[writer])
    os.close(writer)
    assert process.wait(timeout=60) == 3
    with open(reader) as lines:
        started, ended = map(json.loads, lines)
    assert started["event"] == "started"
    assert started["tier"] == ended["tier"] in TIERS
    assert started["pid"] > 0
    assert (ended["event"], ended["outcome"], ended["code"], ended["exit_code"]) == ("ended", "exited", 3, 3)
    assert ended["wall_time_us"] > 0
    assert ended["out_of_memory"] == "no"


@pytest.mark.parametrize(
    ("words", "members"),
    [
        (shell("exit 3"), {"outcome": "exited", "code": 3, "exit_code": 3}),
        (
            shell("kill -KILL $$"),
            {"outcome": "signaled", "signal": 9, "signal_name": "SIGKILL", "exit_code": 137},
        ),
        (["--timeout", "50ms", "sleep", "1000"], {"outcome": "timed-out", "killed": False, "exit_code": 124}),
        (["nowhere"], {"outcome": "failed-to-start", "step": "execute", "errno": 2, "exit_code": 127}),
        (["--memory", "1G", "true"], {"outcome": "exited"}),
    ],
)
def test_the_status_is_a_file(bench, words, members):
    run(bench, "--json-status", "status.json", *words)
    status = json.loads(bench.path("status.json").read_text())
    assert {**status, **members} == status
    assert status["memory_limit_scope"] in (("tree", "process") if "--memory" in words else ("none",))
    assert bench.names() == ["status.json"]


def test_the_status_of_a_cancelled_command(bench):
    up = bench.fifo()
    process = start(bench, "--json-status", "status.json", *shell(f"echo up >{up}; exec sleep 1000"))
    bench.wait_for(up)
    assert not bench.path("status.json").exists()
    process.terminate()
    assert process.wait(timeout=60) == 143
    status = json.loads(bench.path("status.json").read_text())
    assert (status["outcome"], status["exit_code"]) == ("cancelled", 143)


def test_limits_hold(bench):
    python = bench.python
    ended = run(bench, "--memory", "200M", python, "-c", "x = bytearray(1 << 30)")
    assert ended.code != 0
    assert run(bench, "--memory", "2G", python, "-c", "x = bytearray(1 << 20)").code == 0
    ended = run(bench, "--cpu-time", "1s", *shell("while :; do :; done"))
    assert ended.code in (128 + signal.SIGXCPU, 128 + signal.SIGKILL)


def test_the_command_inherits_nothing_but_its_streams(bench):
    reader, writer = os.pipe()
    ended = run(bench, "ls", "/proc/self/fd", pass_fds=[writer])
    os.close(reader)
    os.close(writer)
    assert ended.out.split() == ["0", "1", "2", "3"]  # 3 is ls's own


def test_demanded_things_that_cannot_be_had_are_errors(bench):
    environment = {**bench.environment, "CLOCHE_CGROUP": str(bench.folder)}
    ended = run(bench, "--cgroup", "always", "echo", "never", env=environment)
    assert (ended.code, ended.out) == (125, "")
    assert ended.err.startswith("error: cannot run `echo`: make a cgroup: ")
    assert ended.err.endswith("hint: `cloche doctor` says what this machine offers\n")


def test_help_fits_the_screen(bench):
    ended = run(bench, "--help")
    assert ended.code == 0
    assert pathlib.Path(bench.cloche).name in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80
