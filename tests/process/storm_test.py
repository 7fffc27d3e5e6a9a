"""Random storms against the library, counted from outside: by psutil and a lock that only the kernel frees.

The places where a race is known are held by seams in the C++ tests; here nobody chooses the moment.
"""

import contextlib
import fcntl
import os
import pathlib
import pwd
import random
import shutil
import signal
import subprocess
import threading
import uuid

import psutil
import pytest

ROUNDS = int(os.environ.get("CLOCHE_STORM_ROUNDS", "60"))
SEED = int(os.environ.get("CLOCHE_STORM_SEED", "20261130"))
WHOLE_TREE_TIERS = ["pid-namespace", "subreaper"]


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    """The test programs where another user can execute them."""
    built = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()
    root = tmp_path_factory.mktemp("programs")
    for folder in [root, *root.parents]:
        if folder.owner() == psutil.Process().username():
            with contextlib.suppress(PermissionError):
                folder.chmod(folder.stat().st_mode | 0o055)
    for name in ("exporter", "hostile_tree"):
        shutil.copy2(built / name, root)
    return root


class Tree:
    """An exporter around a hostile tree; every member holds the lock and carries the marker."""

    def __init__(self, programs, tier, folder, user=None, grace_ms=50):
        self.lock_path = folder / f"lock-{uuid.uuid4()}"
        lock = os.open(self.lock_path, os.O_RDWR | os.O_CREAT, 0o666)
        fcntl.flock(lock, fcntl.LOCK_SH)
        self.marker = f"CLOCHE_STORM={uuid.uuid4()}"
        name, value = self.marker.split("=")
        self.exporter = subprocess.Popen(
            [programs / "exporter", tier, str(grace_ms), "--", programs / "hostile_tree", "stay", "stubborn"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[lock],
            env={**os.environ, name: value},
            **({"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}),
        )
        os.close(lock)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        """A test that fails leaves no tree either."""
        self.exporter.kill()
        self.exporter.wait()
        self.exporter.stdout.close()

    def everybody_is_gone(self):
        """Waits twenty seconds at most for the exclusive lock, to be had when nobody holds the shared one."""
        lock = os.open(self.lock_path, os.O_RDWR)
        done = threading.Event()
        waiter = threading.Thread(target=lambda: (fcntl.flock(lock, fcntl.LOCK_EX), done.set()), daemon=True)
        waiter.start()
        gone = done.wait(20)
        if gone:
            os.close(lock)
        return gone

    def survivors(self):
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                name, value = self.marker.split("=")
                if process.environ().get(name) == value:
                    found.append(process.pid)
        return found


def users():
    return [None, "nobody"] if os.getuid() == 0 else [None]


def check_nothing_is_left(tree):
    assert tree.everybody_is_gone(), f"survivors: {tree.survivors()}"
    assert tree.survivors() == []


@pytest.mark.parametrize("user", users())
@pytest.mark.parametrize("tier", WHOLE_TREE_TIERS)
def test_sigkill_of_the_exporter_at_random_moments_leaves_nothing(programs, tmp_path, tier, user):
    chance = random.Random(SEED)
    tmp_path.chmod(0o755)
    for _ in range(ROUNDS):
        with Tree(programs, tier, tmp_path, user) as tree:
            # Not for an event: the moment is what is being tested.
            threading.Event().wait(chance.uniform(0, 0.012))
            tree.exporter.kill()
            tree.exporter.wait()
            check_nothing_is_left(tree)


@pytest.mark.parametrize("tier", WHOLE_TREE_TIERS)
def test_sigkill_of_the_guardian_at_random_moments_leaves_nothing(programs, tmp_path, tier):
    chance = random.Random(SEED + 1)
    killed = 0
    for _ in range(ROUNDS):
        with Tree(programs, tier, tmp_path) as tree:
            threading.Event().wait(chance.uniform(0, 0.012))
            for child in psutil.Process(tree.exporter.pid).children():
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.kill()
                    killed += 1
            tree.exporter.send_signal(signal.SIGTERM)
            tree.exporter.wait()
            check_nothing_is_left(tree)
    assert killed > ROUNDS / 4, "the window is too early for guardians to exist"


@pytest.mark.parametrize("tier", [*WHOLE_TREE_TIERS, "process-group"])
def test_the_first_of_many_signals_decides_and_none_interrupts_the_clean_up(programs, tmp_path, tier):
    chance = random.Random(SEED + 2)
    for _ in range(ROUNDS):
        with Tree(programs, tier, tmp_path) as tree:
            assert tree.exporter.stdout.readline() == b"ready\n"
            first = chance.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
            tree.exporter.send_signal(first)
            # Standard signals that are pending together are delivered in no order: the first must be taken first.
            while first_is_pending(tree.exporter.pid, first):
                pass
            for _ in range(chance.randrange(8)):
                tree.exporter.send_signal(chance.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT]))
            expected = -signal.SIGINT if first == signal.SIGINT else 128 + first
            assert tree.exporter.wait(20) == expected
            if tier == "process-group":
                for pid in tree.survivors():  # it does not promise those that left the group
                    os.kill(pid, signal.SIGKILL)
            check_nothing_is_left(tree)


def first_is_pending(pid, number):
    with contextlib.suppress(FileNotFoundError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(("SigPnd:", "ShdPnd:")) and int(line.split()[1], 16) >> (number - 1) & 1:
                return True
    return False
