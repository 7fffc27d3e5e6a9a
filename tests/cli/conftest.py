"""A folder with notebooks, and cloche at work in it."""

import dataclasses
import os
import pathlib
import select
import subprocess
import textwrap

import psutil
import pytest


@dataclasses.dataclass
class Ended:
    code: int
    out: str
    err: str


class Bench:
    """One test's folder. Every program that it starts is gone when the test is over, or the test fails."""

    def __init__(self, folder, cloche, python):
        self.folder = folder
        self.cloche = str(cloche)
        self.python = str(python)
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"CI", "NO_COLOR", "VIRTUAL_ENV", "CONDA_PREFIX", "UV"}
        }
        self.environment["XDG_CACHE_HOME"] = str(folder / "cache")
        self.fifos = {}
        self.processes = []

    def notebook(self, *cells, name="n.py", header=""):
        """A marimo notebook whose cells have these bodies."""
        text = header + 'import marimo\n\n__generated_with = "0.24.0"\napp = marimo.App()\n'
        for cell in cells:
            text += (
                "\n\n@app.cell\ndef _():\n"
                + textwrap.indent(textwrap.dedent(cell).strip("\n"), "    ")
                + "\n    return\n"
            )
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def words(self, *words):
        """The command line for an export of the test's notebooks with the test's Python."""
        own, separator, passed = [*words], [], []
        if "--" in own:
            split = own.index("--")
            own, passed = own[:split], own[split:]
        return [self.cloche, "export", *own, "--no-sandbox", "--python", self.python, *separator, *passed]

    def start(self, words, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("cwd", self.folder)
        options.setdefault("env", self.environment)
        self.processes.append(subprocess.Popen([str(word) for word in words], **options))
        return self.processes[-1]

    def run(self, words, **options):
        process = self.start(words, **options)
        out, err = process.communicate(timeout=60)
        return Ended(process.returncode, (out or b"").decode(), (err or b"").decode())

    def export(self, *words, **options):
        return self.run(self.words(*words), **options)

    def path(self, name):
        return self.folder / name

    def names(self):
        return sorted(path.name for path in self.folder.iterdir() if path.name != "cache")

    def fifo(self, name="fifo"):
        path = self.folder / name
        os.mkfifo(path)
        # Opened here, so that waiting for its writer has a limit.
        self.fifos[path] = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        return path

    def wait_for(self, fifo):
        """What the notebook writes to the FIFO, when it does."""
        poll = select.poll()
        poll.register(self.fifos[fifo], select.POLLIN)
        ended = os.pidfd_open(self.processes[-1].pid)
        poll.register(ended, select.POLLIN)
        ready = [fd for fd, _ in poll.poll(60_000)]
        os.close(ended)
        assert self.fifos[fifo] in ready, "the notebook never came that far"
        return os.read(self.fifos[fifo], 1000).decode()

    def wait_for_end_of(self, fifo):
        """Until nobody holds the FIFO's writing end any more."""
        poll = select.poll()
        poll.register(self.fifos[fifo], 0)  # POLLHUP is always told
        assert poll.poll(60_000), "somebody still lives who has opened the FIFO"


@pytest.fixture
def bench(tmp_path, cloche, test_python):
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    bench = Bench(pathlib.Path(tmp_path).resolve(), cloche, test_python)
    yield bench
    for process in bench.processes:
        process.kill()
        process.wait()
    for fd in bench.fifos.values():
        os.close(fd)
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    assert not left, "processes were left"
