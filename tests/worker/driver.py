"""Speaks with a worker as cloche does: commands in, events out, and what is printed put in order by the
marks."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORKER = ROOT / "worker" / "__main__.py"
MARKER = "mark-of-the-test"
_MARK = re.compile(rb"\x1b\]" + MARKER.encode() + rb";(\d+)\a")


class _Reader(threading.Thread):
    """Reads one pipe to its end, so that the worker never waits for us."""

    def __init__(self, fd):
        super().__init__(daemon=True)
        self._fd = fd
        self.pieces = []
        self._grown = threading.Condition()
        self.ended = False
        self.start()

    def run(self):
        while piece := os.read(self._fd, 1 << 16):
            with self._grown:
                self.pieces.append(piece)
                self._grown.notify_all()
        with self._grown:
            self.ended = True
            self._grown.notify_all()
        os.close(self._fd)

    def data(self):
        with self._grown:
            return b"".join(self.pieces)

    def wait_for(self, condition, seconds=60):
        with self._grown:
            assert self._grown.wait_for(lambda: self.ended or condition(b"".join(self.pieces)), seconds)


class Worker:
    """One worker with a notebook opened in it."""

    def __init__(
        self, sources, path, *, python=sys.executable, arguments=(), representations="page", env=None
    ):
        cells = [s if isinstance(s, dict) else {"source": s} for s in sources]
        self.ids = [cell.get("id", f"c{number}") for number, cell in enumerate(cells)]
        self._offset = {1: 0, 2: 0}
        commands_read, self._commands = os.pipe()
        events_read, events_write = os.pipe()
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        self.process = subprocess.Popen(
            [python, str(WORKER), str(commands_read), str(events_write)],
            stdin=subprocess.DEVNULL,
            stdout=out_write,
            stderr=err_write,
            pass_fds=(commands_read, events_write),
            cwd=pathlib.Path(path).parent,
            env={**os.environ, **(env or {})},
        )
        for fd in (commands_read, events_write, out_write, err_write):
            os.close(fd)
        self._streams = {1: _Reader(out_read), 2: _Reader(err_read)}
        self._events = _Reader(events_read)
        self._seen = 0
        listed = [
            {"name": "_", "kind": "code", "line": 1, "definitions": [], "references": [], "private": []}
            | {"id": cell_id}
            | cell
            for cell_id, cell in zip(self.ids, cells)
        ]
        self._send(
            {
                "open": {
                    "path": str(path),
                    "arguments": list(arguments),
                    "representations": representations,
                    "marker": MARKER,
                    "cells": listed,
                }
            }
        )
        self.ready = self.next_event()

    def _send(self, command):
        os.write(self._commands, json.dumps(command).encode() + b"\n")

    def next_event(self):
        """The next event, or None when the worker is gone."""
        self._events.wait_for(lambda data: data.count(b"\n") > self._seen)
        lines = self._events.data().split(b"\n")[:-1]
        if self._seen >= len(lines):
            return None
        self._seen += 1
        return json.loads(lines[self._seen - 1])

    def begin(self, cell):
        """Starts a cell, and doesn't wait for it."""
        self._send({"run": self.ids[cell] if isinstance(cell, int) else cell})

    def run(self, cell):
        """Runs a cell. Its `finished` event, with "displayed" and "printed" added."""
        self.begin(cell)
        return self.finish()

    def finish(self):
        displayed = []
        while (event := self.next_event()) is not None and event["event"] == "output":
            displayed.append(event)
        if event is None:
            return None
        assert event["event"] == "finished", event
        event["displayed"] = displayed
        event["printed"] = self.printed(event["marker"])
        return event

    def run_all(self):
        return [self.run(cell_id) for cell_id in self.ids]

    def wait_for_text(self, text):
        """Waits until the text stands on stdout."""
        self._streams[1].wait_for(lambda data: text.encode() in data)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def raw(self, fd):
        return self._streams[fd].data()

    def printed(self, marker):
        """Pairs of descriptor and text, in order, up to the mark."""
        last = b"\x1b]%b;%d\a" % (MARKER.encode(), marker)
        pieces = []
        for fd, stream in self._streams.items():
            stream.wait_for(lambda data: last in data, 10)
            data = stream.data()
            end = data.find(last)
            assert end >= 0, f"no mark {marker} on descriptor {fd}"
            parts = _MARK.split(data[self._offset[fd] : end])
            self._offset[fd] = end + len(last)
            epoch = 0
            for index, part in enumerate(parts):
                if index % 2:
                    epoch = int(part)
                elif part:
                    pieces.append((epoch, fd, part.decode()))
        order = {1: 0, 2: 1}
        return [(fd, text) for _, fd, text in sorted(pieces, key=lambda piece: (piece[0], order[piece[1]]))]

    def close(self):
        """Ends the commands. The events that follow."""
        os.close(self._commands)
        self._commands = None
        rest = []
        while (event := self.next_event()) is not None:
            rest.append(event)
        self.process.wait(60)
        return rest

    def stop(self):
        """Ends the worker, however it is."""
        if self._commands is not None:
            os.close(self._commands)
            self._commands = None
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
