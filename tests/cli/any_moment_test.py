"""An export is ended at moments all over its life, from its first instruction on; who is left is asked of /proc."""

import contextlib
import pathlib
import select
import signal
import time

import pytest

MOMENTS = 60
LAST_MOMENT = 0.24
BOUND = 10
NOTEBOOK = """
import subprocess, time
subprocess.Popen(['setsid', 'sleep', '6000'], close_fds=False)
time.sleep(6000)
"""


def carriers(marker):
    """Everybody whose environment has the marker: whatever came of cloche, under any parent and in any session."""
    found = []
    for environment in pathlib.Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if marker in environment.read_bytes():
                found.append(environment.parent.name)
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_whenever_the_end_comes_nobody_stays(bench, number):
    bench.notebook(NOTEBOOK)
    marker = f"CLOCHE_MOMENT={bench.folder}/{number}"
    name, value = marker.split("=")
    environment = {**bench.environment, name: value}
    most = 0
    for index in range(MOMENTS):
        moment = LAST_MOMENT * index / MOMENTS
        process = bench.start(bench.words("html", "n.py", "-o", "n.html"), env=environment)
        # Not for an event: the moment is what is being tested.
        select.select([], [], [], moment)
        most = max(most, len(carriers(marker.encode())))
        process.send_signal(number)
        process.communicate(timeout=60)
        end = time.monotonic() + BOUND
        while (left := carriers(marker.encode())) and time.monotonic() < end:
            select.select([], [], [], 0.001)
        assert not left, f"{moment * 1000:.0f} ms after the start"
    # Else the moments were all too early, and nothing was tested.
    assert most >= 3
    if number == signal.SIGTERM:
        assert bench.names() == ["n.py"]
