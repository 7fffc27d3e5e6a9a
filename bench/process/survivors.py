"""Who is left of a tree that tries to get away: two sessions of its own, a daemon, all ignoring SIGTERM."""

import signal
import time

from process.wrapped import TIERS, Wrapped, can_run, ours
from report import BUILD, PYTHON

ROUNDS = 5
GRACE_MS = 200
# Long after every grace.
BOUND_SECONDS = 2
SUBPROCESS_RUN = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
PEERS = {
    "Python subprocess.run": [PYTHON, "-c", SUBPROCESS_RUN],
    "timeout -k": ["timeout", "-k", "0.2", "60"],
    "tini -s -g": ["tini", "-s", "-g", "--"],
    "dumb-init": ["dumb-init", "--"],
    "unshare --kill-child": ["unshare", "--pid", "--fork", "--kill-child"],
    "bwrap --die-with-parent": [
        *("bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent")
    ],
}
EVENTS = {
    "SIGTERM": ("stay", signal.SIGTERM),
    "SIGKILL": ("stay", signal.SIGKILL),
    "main leaves": ("leave", None),
}
# What each tier promises to end.
PROMISES = {"pid-namespace": set(EVENTS), "subreaper": set(EVENTS), "process-group": set()}


def survivors_of_one_round(wrappers, event):
    """All of them side by side, since what leaks is waited for as long as it may take."""
    manner, number = EVENTS[event]
    trees = {
        name: Wrapped(wrapper, [BUILD / "bench/hostile_tree", manner, "stubborn"])
        for name, wrapper in wrappers.items()
    }
    for tree in trees.values():
        if number is not None:
            tree.process.send_signal(number)
    bound = time.monotonic() + BOUND_SECONDS
    left = {}
    for name, tree in trees.items():
        gone = tree.wait_until_all_gone(max(0, bound - time.monotonic()))
        left[name] = 0 if gone else len(tree.members("hostile_tree"))
        tree.clean_up("hostile_tree")
    return left


def bench(report):
    wrappers = {tier: ours(tier, GRACE_MS) for tier in TIERS} | PEERS
    wrappers = {name: wrapper for name, wrapper in wrappers.items() if can_run(wrapper)}
    total = {(name, event): 0 for name in wrappers for event in EVENTS}
    for event in EVENTS:
        for _ in range(ROUNDS):
            for name, left in survivors_of_one_round(wrappers, event).items():
                total[name, event] += left
    report.heading(f"survivors of a hostile tree, {ROUNDS} runs", *EVENTS)
    for name in wrappers:
        counts = [total[name, event] for event in EVENTS]
        verdict = {}
        if PROMISES.get(name):
            verdict = {"target": "0", "met": not any(counts)}
        report.line(name, *counts, **verdict)
    report.note(
        f"{BOUND_SECONDS} s after the wrapper got the signal, or after the main process left; its tree has 5 processes"
    )
