"""From the start of /bin/true until its end is collected."""

import collections
import statistics
import subprocess

from report import BUILD, PYTHON, ROOT

TURNS, ROUNDS = 5, 60
HELD_MIB = 1024
ADDED_TARGET_MS = 0.7
FLAT_TARGET_MS = 0.1
OURS = ("Child, ", "run, ")


def measure():
    """Median milliseconds by contender; for a small caller and one that holds memory, in turns."""
    taken = {0: collections.defaultdict(list), HELD_MIB: collections.defaultdict(list)}
    for _ in range(TURNS):
        for held, times in taken.items():
            command = [BUILD / "bench/start_latency", str(ROUNDS), str(held)]
            script = ROOT / "bench/process/subprocess_run.py"
            lines = subprocess.run([*command, PYTHON, script], capture_output=True, text=True, check=True)
            for line in lines.stdout.splitlines():
                name, microseconds = line.split("\t")
                times[name].append(float(microseconds) / 1000)
    return tuple(
        {name: statistics.median(times) for name, times in by_name.items()} for by_name in taken.values()
    )


def bench(report):
    small, large = measure()
    report.heading("start and wait for /bin/true", "median", "ratio", "adds")
    plain = small["posix_spawn"]
    for name, median in small.items():
        added = median - plain
        figures = (f"{median:.2f} ms", f"{median / plain:.1f}x", f"{added:.2f} ms")
        if name.startswith(OURS):
            report.line(name, *figures, target=f"<= {ADDED_TARGET_MS} ms", met=added <= ADDED_TARGET_MS)
        else:
            report.line(name, *figures)

    slowest = max(median for name, median in small.items() if name.startswith(OURS))
    for peer in ("timeout", "tini"):
        if peer in small:
            report.line(
                f"the slowest of ours beside {peer}",
                f"{slowest:.2f} ms",
                f"{slowest / small[peer]:.2f}x",
                "",
                target="<= 1.00x",
                met=slowest <= small[peer],
            )

    report.heading("the same when the caller holds 1 GiB", "median", "ratio", "adds")
    plain_large = large["posix_spawn"]
    for name, median in large.items():
        if name != "posix_spawn" and not name.startswith(OURS):
            continue
        added = median - plain_large
        figures = (f"{median:.2f} ms", f"{median / plain_large:.1f}x", f"{added:.2f} ms")
        limit = small[name] - plain + FLAT_TARGET_MS
        if name == "posix_spawn":
            report.line(name, *figures)
        else:
            report.line(name, *figures, target=f"<= {limit:.2f} ms", met=added <= limit)
    report.note("Bazel's linux-sandbox is not packaged by Debian, and so not measured")
