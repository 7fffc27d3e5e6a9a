"""Every exit code of the table, with the message that comes with it and what became of the result."""

import errno
import os
import signal
import subprocess

import pytest


def test_done_is_0_and_says_nothing(bench):
    bench.notebook("print('fine')")
    ended = bench.export("html", "n.py", "-o", "n.html")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert "fine" in bench.path("n.html").read_text()


def test_failing_cells_are_1_and_named_one_a_line(bench):
    bench.notebook("x = 1", "y = x / 0", "z = y", "class Odd(Exception): pass\nraise Odd('two\\nlines')")
    ended = bench.export("html", "n.py", "-o", "n.html")
    assert ended.code == 1
    assert ended.err == (
        "error: some cells of `n.py` failed:\n"
        "  cell 2, line 15: ZeroDivisionError: division by zero\n"
        "  cell 3, line 21: Ancestor raised: An ancestor raised an exception (ZeroDivisionError)\n"
        "  cell 4, line 28: Odd: two\n"
    )
    assert "ZeroDivisionError" in bench.path("n.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nope.py"], "error: cannot read `nope.py`: no such file or directory\n"),
        (["folder"], "error: cannot read `folder`: is a directory\n"),
        (["dangling.py"], "error: cannot read `dangling.py`: no such file or directory\n"),
        (["empty.py"], "error: cannot read `empty.py`: the file is empty\n"),
        (["latin.py"], "error: cannot read `latin.py`: not UTF-8 text: byte 3, in line 1\n"),
        (
            ["n.py", "--frobnicate"],
            "error: unknown option `--frobnicate`\n\nhint: `cloche export html --help` shows the options\n",
        ),
        (
            ["n.py", "--time-out", "3"],
            "error: unknown option `--time-out`\n\nhint: did you mean `--timeout`?\n",
        ),
        (
            ["n.py", "--timeout", "soon"],
            "error: --timeout: `soon` is no duration\n\nhint: write `90`, `90s`, `500ms`, `5m` or `1h`\n",
        ),
        ([], "error: no notebook given\n\nhint: `cloche export html --help` shows the options\n"),
    ],
)
def test_usage_and_unreadable_input_are_2(bench, words, message):
    bench.notebook("print('never')")
    bench.path("folder").mkdir()
    bench.path("dangling.py").symlink_to("nowhere")
    bench.path("empty.py").write_text("")
    bench.path("latin.py").write_bytes(b"# \xe9t\xe9\n")
    ended = bench.run([bench.cloche, "export", "html", *words])
    assert (ended.code, ended.out, ended.err) == (2, "", message)


def test_a_python_file_that_is_no_notebook_is_2_and_does_not_run(bench):
    bench.path("plain.py").write_text("open('ran', 'w')\n")
    ended = bench.export("html", "plain.py", "-o", "plain.html")
    assert ended.code == 2
    assert ended.err.startswith("error: cannot read `plain.py`: line 1")
    assert bench.names() == ["plain.py"]


def test_an_environment_that_cannot_be_had_is_3(bench):
    bench.notebook("print('never')")
    ended = bench.run([bench.cloche, "export", "html", "n.py", "-o", "n.html", "--python", "./no-python"])
    assert (ended.code, ended.err) == (3, "error: cannot use `./no-python` as Python: no such file\n")
    assert bench.names() == ["n.py"]


@pytest.mark.parametrize(
    ("death", "how"),
    [
        ("import os; os._exit(0)", "exited with status 0"),
        ("import os; os._exit(7)", "exited with status 7"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was killed by signal 9 (SIGKILL)"),
    ],
)
def test_death_of_the_worker_is_4_and_what_finished_is_written(bench, death, how):
    bench.notebook("print('kept')", death, "print('never')")
    ended = bench.export("html", "n.py", "-o", "n.html")
    assert ended.code == 4
    assert ended.err.startswith(f"error: `n.py` did not finish: the worker {how} in cell 2\n  cell 2, line ")
    assert "kept" in bench.path("n.html").read_text()


def test_an_interpreter_that_is_none_is_4_and_nothing_is_written(bench):
    bench.notebook("print('never')")
    ended = bench.run([bench.cloche, "export", "html", "n.py", "-o", "n.html", "--python", "/bin/true"])
    assert ended.code == 4
    assert ended.err.startswith("error: cannot run `n.py`: ")
    assert bench.names() == ["n.py"]


def test_a_result_that_cannot_be_written_is_5(bench):
    bench.notebook("print('fine')")
    ended = bench.export("html", "n.py", "-o", "/dev/full")
    assert (ended.code, ended.err) == (5, "error: cannot write `/dev/full`: no space left on device\n")


def test_a_place_that_cannot_be_written_is_5_before_anything_runs(bench):
    bench.notebook("open('ran', 'w')")
    bench.path("folder").mkdir()
    assert (
        bench.export("html", "n.py", "-o", "folder").err == "error: cannot write `folder`: is a directory\n"
    )
    assert bench.export("html", "n.py", "-o", "").err == "error: cannot write ``: no such file or directory\n"
    ended = bench.export("html", "n.py", "-o", "n.py/n.html")
    assert (ended.code, ended.err) == (5, "error: cannot write `n.py/n.html`: not a directory\n")
    assert bench.names() == ["folder", "n.py"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cell-timeout", "1500ms"], "error: `n.py` did not finish: "),
        (["--timeout", "1.5"], "error: `n.py` did not finish: "),
    ],
)
def test_a_time_out_is_124_and_what_finished_is_written(bench, options, message):
    bench.notebook("print('kept')", "import time\ntime.sleep(6000)", "print('never')")
    ended = bench.export("html", "n.py", "-o", "n.html", "--grace", "100ms", *options)
    assert ended.code == 124
    assert ended.err.startswith(message)
    assert "kept" in bench.path("n.html").read_text()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, -signal.SIGINT)]
)
def test_a_signal_is_128_plus_its_number_and_the_old_file_stays(bench, number, code):
    started = bench.fifo()
    bench.notebook(f"open({str(started)!r}, 'w').write('up')", "import time\ntime.sleep(6000)")
    bench.path("n.html").write_text("old")
    process = bench.start(bench.words("html", "n.py", "-o", "n.html"))
    assert bench.wait_for(started) == "up"
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert bench.path("n.html").read_text() == "old"
    assert err == b""


def test_an_interrupt_stops_a_shell_loop(bench):
    """The shell sees that its child died of SIGINT, and ends as well."""
    started = bench.fifo()
    bench.notebook(f"open({str(started)!r}, 'w').write('up')", "import time\ntime.sleep(6000)")
    words = subprocess.list2cmdline(bench.words("html", "n.py", "-o", "n.html"))
    loop = bench.start(["bash", "-c", f"trap 'exit 77' INT; {words}; echo went on"], start_new_session=True)
    assert bench.wait_for(started) == "up"
    os.killpg(loop.pid, signal.SIGINT)
    out, _ = loop.communicate(timeout=60)
    assert (loop.returncode, out) == (77, b"")


def test_an_ignored_hangup_stays_ignored(bench):
    started, go_on = bench.fifo(), bench.path("go-on")
    os.mkfifo(go_on)
    bench.notebook(f"open({str(started)!r}, 'w').write('up')", f"print(open({str(go_on)!r}).read())")
    process = bench.start(["nohup", *bench.words("html", "n.py", "-o", "n.html")])
    assert bench.wait_for(started) == "up"
    process.send_signal(signal.SIGHUP)
    go_on.write_text("went on")
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert "went on" in bench.path("n.html").read_text()


def test_a_reader_of_stdout_that_is_gone_is_5(bench):
    bench.notebook("print('fine')")
    read_end, write_end = os.pipe()
    os.close(read_end)
    ended = bench.export("html", "n.py", stdout=write_end)
    os.close(write_end)
    assert (ended.code, ended.err) == (5, f"error: cannot write stdout: {os.strerror(errno.EPIPE).lower()}\n")
