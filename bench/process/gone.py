"""From SIGTERM until every process of a tree is gone, and its wrapper with them."""

import signal
import statistics
import time

from process.wrapped import TIERS, Wrapped, can_run, ours
from report import BUILD

SIZES = [1, 100, 1000]
GRACE_MS = 300
TARGET_MS = 150
BWRAP = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"]


def milliseconds(wrapper, size, temper, shape):
    tree = Wrapped(wrapper, [BUILD / "bench/tree", str(size), temper, shape])
    begin = time.perf_counter()
    tree.process.send_signal(signal.SIGTERM)
    if not tree.wait_until_all_gone(20):
        raise SystemExit(f"error: {wrapper} does not end its tree: {tree.members('tree')}")
    tree.process.wait()
    taken = (time.perf_counter() - begin) * 1000
    tree.clean_up("tree")
    return taken


def contenders(temper):
    # Nothing holds what leaves its group in the process-group tier.
    for tier in TIERS:
        wrapper = ours(tier, GRACE_MS)
        if can_run(wrapper):
            yield tier, wrapper, "group" if tier == "process-group" else "sessions"
    if temper == "obedient" and can_run(BWRAP):
        yield "bwrap (kills at once)", BWRAP, "sessions"


def bench(report, runs):
    for temper in ("obedient", "stubborn"):
        title = (
            "from SIGTERM until a tree is gone"
            if temper == "obedient"
            else "the same, ignoring it, after the grace"
        )
        report.heading(title, *(f"{size} procs" for size in SIZES))
        rows = list(contenders(temper))
        taken = {(name, size): [] for name, _, _ in rows for size in SIZES}
        for _ in range(runs):
            for name, wrapper, shape in rows:
                for size in SIZES:
                    passed = milliseconds(wrapper, size, temper, shape)
                    taken[name, size].append(passed - (GRACE_MS if temper == "stubborn" else 0))
        for name, _, _ in rows:
            medians = [statistics.median(taken[name, size]) for size in SIZES]
            verdict = {}
            if name in TIERS:
                verdict = {"target": f"<= {TARGET_MS} ms", "met": medians[-1] <= TARGET_MS}
            report.line(name, *(f"{median:.1f} ms" for median in medians), **verdict)
