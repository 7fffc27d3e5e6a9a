"""One round of chaos: a hostile crowd under `cloche run`, ended at a random moment, and who is left then."""

import contextlib
import ctypes
import dataclasses
import fcntl
import os
import pathlib
import random
import select
import signal
import subprocess
import tempfile
import threading
import time
import uuid

import psutil

TIERS = ("pid-namespace", "subreaper")
SIGNALS = ("TERM", "INT", "HUP", "QUIT", "USR1", "KILL")
GUARDIAN_KILLED = "guardian KILL"
LEFT = "main process left"
EVENTS = (*SIGNALS, "KILL", GUARDIAN_KILLED, LEFT)
LATEST_MOMENT = 0.06
BOUND = 20
PR_SET_CHILD_SUBREAPER = 36


@dataclasses.dataclass
class Finding:
    number: int
    tier: str
    event: str
    survivors: int
    milliseconds: float


def adopt_orphans():
    """Whoever loses its parent becomes a child of this process: nobody gets away by being orphaned."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_orphans():
    """Whether this process has no child any more before the bound has passed."""
    end = time.monotonic() + BOUND
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < end:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                select.select([], [], [], 0.001)
        return False
    return True


class Crowd:
    def __init__(self, cloche, program, tier, manners, folder):
        self.marker = f"CLOCHE_CHAOS={uuid.uuid4()}"
        self.lock = os.open(pathlib.Path(folder) / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        self.output, output = os.pipe()
        name, value = self.marker.split("=")
        self.cloche = subprocess.Popen(
            [
                cloche,
                "run",
                "-q",
                "--tier",
                tier,
                "--grace",
                "50ms",
                "--",
                program,
                f"{folder}/lock",
                manners,
            ],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            env={**os.environ, name: value},
        )
        os.close(output)

    def meet(self, event):
        if event == GUARDIAN_KILLED:
            if not self._kill_guardian():
                self.cloche.terminate()
        elif event != LEFT:
            self.cloche.send_signal(getattr(signal, f"SIG{event}"))

    def _kill_guardian(self):
        """False: the moment was too early, there is none."""
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.cloche.pid).children():
                child.kill()
                return True
        return False

    def wait_until_gone(self):
        """Until nobody has the output any more, and then the lock; or the bound has passed."""
        end = time.monotonic() + BOUND
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.cloche.wait(BOUND)
        ready, _, _ = select.select([self.output], [], [], max(0, end - time.monotonic()))
        if ready:
            done = threading.Event()
            threading.Thread(target=self._wait_for_lock, args=[done], daemon=True).start()
            done.wait(max(0, end - time.monotonic()))

    def _wait_for_lock(self, done):
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        done.set()

    def members(self):
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if self.marker.encode() in pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                    found.append(int(pid))
        return found

    def lock_is_free(self):
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self):
        self.cloche.kill()
        self.cloche.wait()
        os.close(self.output)
        os.close(self.lock)


def play(cloche, program, seed, number):
    """The same seed and number give the same tier, event and moment."""
    chance = random.Random(f"{seed} {number}")
    tier = TIERS[number % len(TIERS)]
    event = chance.choice(EVENTS)
    moment = chance.uniform(0, LATEST_MOMENT)
    with tempfile.TemporaryDirectory() as folder:
        crowd = Crowd(cloche, program, tier, "leave" if event == LEFT else "stay", folder)
        # Not for an event: the moment is what is being tested.
        threading.Event().wait(moment)
        begin = time.monotonic()
        crowd.meet(event)
        crowd.wait_until_gone()
        milliseconds = (time.monotonic() - begin) * 1000
        members = crowd.members()
        survivors = max(len(members), 0 if crowd.lock_is_free() else 1)
        for pid in members:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        crowd.close()
        if not reap_orphans():
            survivors = max(survivors, 1)
    return Finding(number, tier, event, survivors, milliseconds)
