"""Bytes through a captured pipe."""

import collections
import statistics
import subprocess

from report import BUILD

MIB = 4096
TARGET = 0.9


def bench(report, runs):
    command = [BUILD / "bench/pipe_throughput", str(runs), str(MIB)]
    taken = collections.defaultdict(list)
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        name, seconds = line.split("\t")
        taken[name].append(float(seconds))
    floor, ours = (MIB / 1024 / statistics.median(taken[name]) for name in ("cat", "run"))
    report.heading("4 GiB through a pipe", "GiB/s", "ratio")
    report.line("WRITER | cat >/dev/null", f"{floor:.2f}", "1.00x")
    report.line(
        "run, captured, the middle dropped",
        f"{ours:.2f}",
        f"{ours / floor:.2f}x",
        target=f">= {TARGET:.2f}x",
        met=ours >= TARGET * floor,
    )
