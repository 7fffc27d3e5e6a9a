"""Every event at every step between "the kernel made a process" and "reaped", in every tier.

The exporter, or its guardian, is held at the step by a seam, the event is delivered, and it is let go. Nothing
waits for a while: each cell is the same every time. The table is printed when the run is over.
"""

import contextlib
import itertools
import os
import pathlib
import select
import signal
import socket
import subprocess
import time
import uuid

import pytest

PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()
TIERS = ["pid-namespace", "subreaper", "process-group"]
SECONDS = 20

# In their order. What the exporter does, what its guardian does, and that nobody is held.
EXPORTER_STEPS = ["process_created", "streams_ready", "stop_requested", "before_reaping", "outcome_known"]
GUARDIAN_STEPS = [
    "become a subreaper",
    "watch signals",
    "check the exporter",
    "create the command's process",
    "report the start",
    "end the tree",
]
STEPS = [
    *EXPORTER_STEPS[:2],
    *GUARDIAN_STEPS[:5],
    "running",
    "stop_requested",
    "end the tree",
    *EXPORTER_STEPS[3:],
]
# The main process has ended by itself before these.
AFTER_THE_END = ["end the tree", "before_reaping", "outcome_known"]
# The guardian has ended before these.
AFTER_THE_GUARDIAN = ["before_reaping", "outcome_known"]
# Steps before which no command may be there.
BEFORE_THE_CHECK = GUARDIAN_STEPS[:3]

SIGNALS = {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM, "SIGHUP": signal.SIGHUP}
EVENTS = [*SIGNALS, "cancellation", "deadline", "SIGKILL of exporter", "SIGKILL of guardian"]

# What stays in its group, which is all that the process-group tier promises.
IN_ITS_GROUP = "trap '' TERM INT HUP; sleep 1000 & sleep 1000 & echo ready; "


def command_for(tier, step):
    ends = step in AFTER_THE_END
    if tier == "process-group":
        return ["/bin/sh", "-c", IN_ITS_GROUP + ("exit 7" if ends else "wait; wait; wait")]
    return [PROGRAMS / "hostile_tree", "leave" if ends else "stay", "stubborn"]


def why_not(tier, step, event):
    """Why there is nothing to test in this cell, or nothing."""
    if tier == "process-group" and (step in GUARDIAN_STEPS or event == "SIGKILL of guardian"):
        return "no guardian"
    if event == "SIGKILL of guardian" and step in AFTER_THE_GUARDIAN:
        return "has ended"
    return None


def is_promised(tier, step, event):
    if tier != "process-group" or event != "SIGKILL of exporter":
        return True
    # It had ended the group before it came here.
    return step in AFTER_THE_GUARDIAN


def expected_code(step, event):
    if event == "SIGKILL of exporter":
        return -signal.SIGKILL
    if step == "stop_requested" and event != "cancellation":
        return 128 + signal.SIGTERM  # the first one decides
    if event == "SIGINT":
        return -signal.SIGINT
    if event in SIGNALS:
        return 128 + SIGNALS[event]
    if step in AFTER_THE_END:
        return 7
    return 124 if event == "deadline" else 125


def expected_words(step, event):
    if expected_code(step, event) != 125:
        return ""
    return "was cancelled" if event == "cancellation" else "was lost: its guardian was killed"


def now_ms():
    return time.monotonic_ns() // 1_000_000


class Cell:
    """An exporter with a stubborn tree, every member of which holds a pipe open and carries a marker."""

    def __init__(self, folder, tier, step, event, deadline_ms=None):
        self.step, self.event = step, event
        self.marker = f"CLOCHE_MATRIX={uuid.uuid4()}"
        self.alive, alive_for_tree = os.pipe()
        self.seam, seam_of_tree = socket.socketpair()
        self.seam.settimeout(SECONDS)
        self.deadline_ms = deadline_ms
        name, value = self.marker.split("=")
        options = ["--check"]
        if step != "running":
            held = "--hold-guardian" if step in GUARDIAN_STEPS else "--hold"
            options += [held, step, str(seam_of_tree.fileno())]
        if event == "cancellation":
            options += ["--cancellable"]
        if event == "deadline":
            options += ["--deadline", str(deadline_ms)]
        self.errors_path = folder / str(uuid.uuid4())
        with open(self.errors_path, "wb") as errors:
            self.exporter = subprocess.Popen(
                [PROGRAMS / "exporter", tier, "30", *options, "--", *command_for(tier, step)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                pass_fds=[alive_for_tree, seam_of_tree.fileno()],
                env={**os.environ, name: value},
            )
        os.close(alive_for_tree)
        seam_of_tree.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.exporter.kill()
        self.exporter.wait()
        while self.survivors():
            for pid in self.survivors():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.exporter.stdout.close()
        self.seam.close()
        os.close(self.alive)

    def is_ready(self):
        return self.exporter.stdout.readline() == b"ready\n"

    def reach(self):
        """False when the deadline came first, by which a machine under load is told that it was too early."""
        if self.step in ("running", "stop_requested") and not self.is_ready():
            return False
        if self.step == "stop_requested":
            self.exporter.send_signal(signal.SIGUSR1 if self.event == "cancellation" else signal.SIGTERM)
        if self.step != "running":
            assert self.seam.recv(1) == b"h", "it never came to the step"
        return self.step not in AFTER_THE_END or self.event != "deadline" or now_ms() < self.deadline_ms

    def deliver(self):
        if self.event in SIGNALS:
            self.exporter.send_signal(SIGNALS[self.event])
        elif self.event == "cancellation":
            self.exporter.send_signal(signal.SIGUSR1)
        elif self.event == "deadline":
            while now_ms() <= self.deadline_ms:
                select.select([], [], [], 0.001)
        elif self.event == "SIGKILL of exporter":
            self.exporter.kill()
            self.exporter.wait()
        else:
            os.kill(self.guardian(), signal.SIGKILL)

    def guardian(self):
        pid = self.exporter.pid
        (guardian,) = map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return guardian

    def let_go(self):
        with contextlib.suppress(BrokenPipeError):
            self.seam.send(b"g")

    def code(self):
        return self.exporter.wait(SECONDS)

    def everybody_is_gone(self):
        return bool(select.select([self.alive], [], [], SECONDS)[0])

    def survivors(self):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and self.marker.encode() in (entry / "environ").read_bytes().split(
                    b"\0"
                ):
                    found.append(int(entry.name))
        return found

    def errors(self):
        return self.errors_path.read_text()


def deadlines(step):
    """When the deadline is, as often as the step is not reached before it."""
    if step not in ("running", "stop_requested", *AFTER_THE_END):
        yield now_ms()  # passed before any step
    for milliseconds in (150, 600, 2400, 9600):
        yield now_ms() + milliseconds


def text_of(survivors, code):
    if code == -signal.SIGINT:
        return f"{survivors} / INT"
    if code == -signal.SIGKILL:
        return f"{survivors} / KILL"
    return f"{survivors} / {code}"


def try_event(folder, tier, step, event):
    """The text of the cell. Fails when a promise is broken."""
    for deadline_ms in deadlines(step) if event == "deadline" else [None]:
        with Cell(folder, tier, step, event, deadline_ms) as cell:
            if not cell.reach():
                continue
            cell.deliver()
            cell.let_go()
            code = cell.code()
            assert code == expected_code(step, event), cell.errors()
            assert expected_words(step, event) in cell.errors()
            if not is_promised(tier, step, event):
                return "not promised"
            assert cell.everybody_is_gone(), cell.survivors()
            assert cell.survivors() == []
            if event == "SIGKILL of exporter" and step in BEFORE_THE_CHECK:
                assert not cell.is_ready(), "a command was started whose owner was gone"
            return text_of(0, code)
    raise AssertionError("the step was never reached before the deadline")


@pytest.fixture(scope="module")
def cells(print_table):
    found = {}
    yield found
    rows = []
    for step, tier in itertools.product(STEPS, TIERS):
        texts = [why_not(tier, step, event) or found.get((tier, step, event), "-") for event in EVENTS]
        rows.append([step, tier, *texts])
    print_table(
        "owning processes: survivors / exit code, by step, tier and event", ["held at", "tier", *EVENTS], rows
    )


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("tier", TIERS)
def test_whatever_happens_at_this_step_ends_as_promised(cells, tmp_path, tier, step):
    broken = []
    for event in EVENTS:
        if why_not(tier, step, event):
            continue
        try:
            cells[tier, step, event] = try_event(tmp_path, tier, step, event)
        except AssertionError as error:
            cells[tier, step, event] = "BROKEN"
            broken.append(f"{event}: {error}")
    assert not broken
