"""A tree under one of our tiers or under what people use today. Whoever of it lives holds its stdout open, so that
the end of that pipe is the end of the last of them."""

import contextlib
import os
import select
import shutil
import subprocess
import uuid

import psutil
from report import BUILD

TIERS = ["pid-namespace", "subreaper", "process-group"]


def ours(tier, grace_ms):
    return [BUILD / "bench/owner", tier, str(grace_ms)]


def can_run(wrapper):
    """Whether it is installed and allowed here."""
    if not shutil.which(wrapper[0]):
        return False
    return subprocess.run([*wrapper, "/bin/true"], capture_output=True).returncode == 0


class Wrapped:
    def __init__(self, wrapper, tree):
        self.mark = str(uuid.uuid4())
        self.process = subprocess.Popen(
            [*wrapper, *tree],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "CLOCHE_BENCH_MARK": self.mark},
        )
        if self.process.stdout.readline() != b"ready\n":
            raise SystemExit(f"error: {wrapper} does not run {tree}")

    def wait_until_all_gone(self, seconds):
        """Whether they are, in that time."""
        readable, _, _ = select.select([self.process.stdout], [], [], seconds)
        return bool(readable)

    def members(self, name):
        """The living processes of the tree, wherever they moved to, by the name of its program."""
        found = []
        for process in psutil.process_iter(["name"]):
            try:
                if process.info["name"] == name and process.environ().get("CLOCHE_BENCH_MARK") == self.mark:
                    found.append(process)
            except psutil.Error:
                continue
        return found

    def clean_up(self, name):
        self.process.kill()
        for process in self.members(name):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        self.process.stdout.close()
