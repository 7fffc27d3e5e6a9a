"""How fast cloche is, beside what people use today. Every figure is a median, and the contenders take turns,
so that whatever else the machine does falls on each alike. Exit code 1 when a target is missed.
"""

import argparse
import fcntl
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import psutil

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
PYTHON = ROOT / "build" / "python" / "bin" / "python"
CLOCHE = BUILD / "bin" / "cloche"
NOTEBOOKS = ROOT / "bench" / "notebooks"
ENVIRONMENT = {**os.environ, "PATH": f"{PYTHON.parent}:{os.environ['PATH']}"}

EXPORTS = [
    ("three cells of plain Python", "plain.py", 15.0),
    ("the same with marimo's Markdown", "markdown.py", 2.2),
    ("a pandas table and a plot", "plot.py", 1.5),
]
RUN_OVERHEAD_TARGET_MS = 1.0
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


def bench_exports(runs, folder):
    met = True
    print(f"{'cloche export html':34} {'marimo':>9} {'cloche':>9} {'ratio':>8} {'target':>8}")
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
        met &= ratio >= target
        print(
            f"{title:34} {medians['marimo'] * 1000:6.0f} ms {medians['cloche'] * 1000:6.0f} ms "
            f"{ratio:7.1f}x {target:7.1f}x {verdict(ratio >= target)}"
        )
    return met


def bench_run_overhead():
    program = BUILD / "bench" / "run_overhead"
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    medians = {name: float(value) / 1000 for name, value in (line.split("\t") for line in lines)}
    plain = medians.pop("posix_spawn")
    met = True
    print(f"\n{'running /bin/true':34} {'median':>9} {'ratio':>8} {'adds':>9} {'target':>10}")
    print(f"{'posix_spawn and wait':34} {plain:6.2f} ms {1:7.1f}x")
    for name, value in medians.items():
        line = f"{name:34} {value:6.2f} ms {value / plain:7.1f}x {value - plain:6.2f} ms"
        if name.startswith("run "):
            good = value - plain <= RUN_OVERHEAD_TARGET_MS
            met &= good
            line += f" {RUN_OVERHEAD_TARGET_MS:7.2f} ms {verdict(good)}"
        print(line)
    return met


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


def bench_gone(runs, folder):
    median = statistics.median([time_until_gone(folder) for _ in range(runs)]) * 1000
    good = median <= GONE_TARGET_MS
    print(f"\n{'from SIGTERM to':34} {'median':>9} {'target':>17}")
    print(
        f"{'the last process of the tree gone':34} {median:6.1f} ms {GONE_TARGET_MS:14.1f} ms {verdict(good)}"
    )
    return good


def verdict(good):
    return "met" if good else "missed"


def main():
    parser = argparse.ArgumentParser(description="medians against marimo, posix_spawn, bubblewrap and tini")
    parser.add_argument("--runs", type=int, default=7, help="turns of each contender (at least 7)")
    runs = max(7, parser.parse_args().runs)
    with tempfile.TemporaryDirectory(prefix="cloche-bench-") as name:
        folder = pathlib.Path(name)
        met = [bench_exports(runs, folder), bench_run_overhead(), bench_gone(runs, folder)]
    print(f"\nmedians of {runs} runs each (300 for /bin/true), taking turns")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
