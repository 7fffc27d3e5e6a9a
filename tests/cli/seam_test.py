"""Signals at moments that only a build with seams can hold."""

import os
import pathlib
import select
import signal
import socket

import pytest


def hold_at(bench, seam, words):
    """The program, stopped at the seam, and what lets it go on."""
    ours, theirs = socket.socketpair()
    bench.environment["CLOCHE_SEAM"] = f"{seam}:{theirs.fileno()}"
    process = bench.start(words, pass_fds=[theirs.fileno()])
    theirs.close()
    poll = select.poll()
    poll.register(ours, select.POLLIN)
    assert poll.poll(60_000) and ours.recv(1) == b"!", "the program never came to the seam"
    return process, ours


@pytest.mark.parametrize("seam", ["process_created", "streams_ready", "outcome_known"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, -signal.SIGINT)])
def test_a_signal_at_the_worst_moment_ends_everything_with_its_own_code(bench, seam, number, code):
    bench.notebook("print('fine')")
    bench.path("n.html").write_text("old")
    process, seam_end = hold_at(bench, seam, bench.words("html", "n.py", "-o", "n.html", "--grace", "1s"))
    process.send_signal(number)
    seam_end.send(b"!")
    seam_end.close()
    process.communicate(timeout=60)
    assert process.returncode == code
    assert bench.path("n.html").read_text() == "old"


def is_pending(pid):
    """Whether a signal waits to be delivered."""
    status = dict(line.split(":\t") for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(status["ShdPnd"], 16) != 0


def test_the_first_of_two_signals_decides(bench):
    bench.notebook("print('fine')")
    process, seam_end = hold_at(bench, "outcome_known", bench.words("html", "n.py", "-o", "n.html"))
    process.send_signal(signal.SIGHUP)
    # Of two that wait at the same time nobody knows which was sent first.
    while is_pending(process.pid):
        os.sched_yield()
    process.send_signal(signal.SIGTERM)
    seam_end.send(b"!")
    seam_end.close()
    process.communicate(timeout=60)
    assert process.returncode == 129
