"""How an export ends, whatever its notebook has started and whenever the end comes."""

import os
import signal
import subprocess
import sys
import threading

import psutil
import pytest


def holding(lifeline):
    """A cell whose processes, and theirs, all hold the FIFO open."""
    return f"import os\nheld = os.open({str(lifeline)!r}, os.O_WRONLY)\nos.set_inheritable(held, True)"


def telling(up):
    return f"open({str(up)!r}, 'w').write('up')"


SLEEPING = "import time\ntime.sleep(6000)"
RUNAWAYS = """
import subprocess
subprocess.Popen(['setsid', 'sleep', '6000'], close_fds=False)
subprocess.Popen(['sh', '-c', '(setsid sh -c "sleep 6000 & exit" &)'], close_fds=False)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp('sleep', ['sleep', '6000'])
    os._exit(0)
"""


def start_with_runaways(bench, *words):
    lifeline, up = bench.fifo("lifeline"), bench.fifo("up")
    bench.notebook(holding(lifeline), RUNAWAYS, telling(up), SLEEPING)
    process = bench.start(bench.words("html", "n.py", "-o", "n.html", *words))
    assert bench.wait_for(up) == "up"
    return process, lifeline


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGHUP,
        signal.SIGINT,
        signal.SIGQUIT,
        signal.SIGTERM,
        signal.SIGUSR1,
        signal.SIGUSR2,
        signal.SIGALRM,
    ],
)
def test_every_signal_that_ends_cloche_ends_everything_that_was_started(bench, number):
    process, lifeline = start_with_runaways(bench)
    process.send_signal(number)
    cleans_up_itself = number in (signal.SIGHUP, signal.SIGTERM)
    assert process.wait(timeout=60) == (128 + number if cleans_up_itself else -number)
    bench.wait_for_end_of(lifeline)
    assert not bench.path("n.html").exists()


def test_a_signal_that_is_ignored_leaves_the_export_whole(bench):
    up, go = bench.fifo("up"), bench.fifo("go")
    bench.notebook(telling(up), f"print('heard', open({str(go)!r}).readline())")
    process = bench.start(bench.words("html", "n.py", "-o", "n.html"))
    assert bench.wait_for(up) == "up"
    process.send_signal(signal.SIGPIPE)
    writer = os.open(go, os.O_RDWR)
    os.write(writer, b"it\n")
    assert process.wait(timeout=60) == 0
    os.close(writer)
    assert "heard it" in bench.path("n.html").read_text()


@pytest.mark.parametrize("pause", [0, 0.01, 0.1])
def test_a_burst_of_signals_shortens_the_grace_and_never_the_clean_up(bench, pause):
    lifeline, up = bench.fifo("lifeline"), bench.fifo("up")
    bench.notebook(
        holding(lifeline),
        "import signal, subprocess\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "subprocess.Popen(['sh', '-c', 'trap \"\" TERM INT; sleep 6000'], close_fds=False)",
        telling(up),
        SLEEPING,
        name="stubborn.py",
    )
    process = bench.start(bench.words("html", "stubborn.py", "-o", "n.html", "--grace", "60s"))
    assert bench.wait_for(up) == "up"
    for number in [signal.SIGTERM, signal.SIGINT] * 5:
        if process.poll() is None:
            process.send_signal(number)
        threading.Event().wait(pause)
    assert process.wait(timeout=30) in (128 + signal.SIGTERM, -signal.SIGINT)
    bench.wait_for_end_of(lifeline)
    bench.notebook("print('fine')")
    assert bench.export("html", "n.py", "-o", "n.html").code == 0


HANDLER = """
import atexit, signal, sys
def cancel_the_remote_job(number, frame):
    open('handled', 'w').write(signal.Signals(number).name)
    sys.exit(3)
signal.signal(signal.SIGTERM, cancel_the_remote_job)
"""


def test_a_notebook_that_wants_to_hear_of_the_end_hears_of_it(bench):
    up = bench.fifo()
    bench.notebook(HANDLER, telling(up), SLEEPING)
    process = bench.start(bench.words("html", "n.py", "-o", "n.html"))
    assert bench.wait_for(up) == "up"
    process.terminate()
    assert process.wait(timeout=60) == 143
    assert bench.path("handled").read_text() == "SIGTERM"


def test_a_notebook_that_takes_longer_than_the_grace_is_killed(bench):
    lifeline, up = bench.fifo("lifeline"), bench.fifo("up")
    bench.notebook(
        holding(lifeline),
        "import signal, time\nsignal.signal(signal.SIGTERM, lambda *_: time.sleep(6000))",
        telling(up),
        SLEEPING,
    )
    process = bench.start(bench.words("html", "n.py", "-o", "n.html", "--grace", "200ms"))
    assert bench.wait_for(up) == "up"
    process.terminate()
    assert process.wait(timeout=60) == 143
    bench.wait_for_end_of(lifeline)


@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_processes_that_left_the_session_end_with_the_export(bench, tier, number):
    process, lifeline = start_with_runaways(bench, "--tier", tier)
    process.send_signal(number)
    process.wait(timeout=60)
    bench.wait_for_end_of(lifeline)


@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_processes_that_left_the_session_end_with_the_notebook(bench, tier):
    lifeline = bench.fifo()
    bench.notebook(holding(lifeline), RUNAWAYS, "print('last words')")
    ended = bench.export("html", "n.py", "-o", "n.html", "--tier", tier)
    assert ended.code == 0
    bench.wait_for_end_of(lifeline)
    assert "last words" in bench.path("n.html").read_text()


REAPER = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
print(pid, flush=True)
sys.stdin.read()
"""


def test_a_killed_export_leaves_nothing_to_a_reaper_above_it_either(bench):
    lifeline, up = bench.fifo("lifeline"), bench.fifo("up")
    bench.notebook(holding(lifeline), telling(up), "while True: pass")
    reaper = bench.start(
        [sys.executable, "-c", REAPER, *bench.words("html", "n.py", "-o", "n.html")], stdin=subprocess.PIPE
    )
    cloche = psutil.Process(int(reaper.stdout.readline()))
    assert bench.wait_for(up) == "up"
    cloche.kill()
    bench.wait_for_end_of(lifeline)
    reaper.stdin.close()
    assert reaper.wait(timeout=60) == 0
