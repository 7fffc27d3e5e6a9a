"""The private memory of an idle guardian."""

import pathlib
import re

import psutil
from process.wrapped import TIERS, Wrapped, can_run, ours
from report import BUILD

TARGET_KIB = 64


def private_kib(pid):
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"^Private_(?:Clean|Dirty): +(\d+) kB", text, re.MULTILINE))


def bench(report):
    report.heading("an idle guardian", "private")
    for tier in TIERS[:2]:
        if not can_run(ours(tier, 0)):
            continue
        tree = Wrapped(ours(tier, 0), [BUILD / "bench/tree", "1", "obedient", "group"])
        (guardian,) = psutil.Process(tree.process.pid).children()
        try:
            kib = private_kib(guardian.pid)
            report.line(tier, f"{kib} KiB", target=f"< {TARGET_KIB} KiB", met=kib < TARGET_KIB)
        except PermissionError:
            report.note(f"{tier}: only root may read a guardian's memory map")
        tree.clean_up("tree")
