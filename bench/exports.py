"""`cloche export html` beside marimo's, and how long its tree takes to go."""

import fcntl
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time

import psutil
from report import BUILD, PYTHON, ROOT

CLOCHE = BUILD / "bin" / "cloche"
NOTEBOOKS = ROOT / "bench" / "notebooks"
ENVIRONMENT = {**os.environ, "PATH": f"{PYTHON.parent}:{os.environ['PATH']}"}

EXPORTS = [
    ("three cells of plain Python", "plain.py", 15.0),
    ("the same with marimo's Markdown", "markdown.py", 2.2),
    ("a pandas table and a plot", "plot.py", 1.5),
]
GONE_TARGET_MS = 50.0


def seconds(action):
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def interleaved(actions, runs):
    """The median duration of each action; one turn each to warm up."""
    taken = {name: [] for name in actions}
    for turn in range(-1, runs):
        for name, action in actions.items():
            duration = seconds(action)
            if turn >= 0:
                taken[name].append(duration)
    return {name: statistics.median(durations) for name, durations in taken.items()}


def export_with(command, notebook, folder):
    def export():
        out = folder / f"{notebook.stem}.html"
        subprocess.run(
            [*command, "export", "html", "--no-sandbox", "-f", "-o", out, notebook],
            env=ENVIRONMENT,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )

    return export


def bench_exports(report, runs, folder):
    report.heading("cloche export html", "marimo", "cloche", "ratio")
    for title, name, target in EXPORTS:
        # A copy, since marimo leaves a session file beside the notebook.
        notebook = folder / name
        notebook.write_bytes((NOTEBOOKS / name).read_bytes())
        medians = interleaved(
            {
                "marimo": export_with([PYTHON.parent / "marimo"], notebook, folder),
                "cloche": export_with([CLOCHE], notebook, folder),
            },
            runs,
        )
        ratio = medians["marimo"] / medians["cloche"]
        report.line(
            title,
            f"{medians['marimo'] * 1000:.0f} ms",
            f"{medians['cloche'] * 1000:.0f} ms",
            f"{ratio:.1f}x",
            target=f">= {target:.1f}x",
            met=ratio >= target,
        )


def marked_processes(mark):
    """Processes whose environment names the mark: what a run left behind, wherever it moved to."""
    found = []
    for process in psutil.process_iter():
        try:
            if mark in process.environ().values() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def time_until_gone(folder):
    """From SIGTERM to the end of the last process of a notebook's tree and of cloche itself."""
    lock, up = folder / "lock", folder / "up"
    lock.touch()
    up.unlink(missing_ok=True)
    os.mkfifo(up)
    notebook = NOTEBOOKS / "tree.py"
    environment = {**ENVIRONMENT, "CLOCHE_BENCH_LOCK": str(lock), "CLOCHE_BENCH_UP": str(up)}
    cloche = subprocess.Popen(
        [CLOCHE, "export", "html", "--no-sandbox", "-f", "-o", folder / "tree.html", notebook],
        env=environment,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # The notebook opens the fifo when its tree is complete.
    up.open("rb").close()
    with lock.open("rb") as waiting:
        begin = time.perf_counter()
        cloche.send_signal(signal.SIGTERM)
        # Granted when the last process that inherited the lock is gone.
        fcntl.flock(waiting, fcntl.LOCK_EX)
        cloche.wait()
        taken = time.perf_counter() - begin
    left = marked_processes(str(lock))
    if cloche.returncode != 128 + signal.SIGTERM or left:
        raise SystemExit(f"error: cloche ended with {cloche.returncode} and left {left}")
    return taken


def bench_gone(report, runs, folder):
    median = statistics.median([time_until_gone(folder) for _ in range(runs)]) * 1000
    report.heading("from SIGTERM to", "median")
    report.line(
        "the last process of a notebook's tree gone",
        f"{median:.1f} ms",
        target=f"<= {GONE_TARGET_MS:.0f} ms",
        met=median <= GONE_TARGET_MS,
    )


def bench(report, runs):
    with tempfile.TemporaryDirectory(prefix="cloche-bench-") as name:
        bench_exports(report, runs, pathlib.Path(name))
        bench_gone(report, runs, pathlib.Path(name))
