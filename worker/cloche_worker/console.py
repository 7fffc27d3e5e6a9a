"""sys.stdout and sys.stderr: straight to descriptors 1 and 2, with marks that keep their common order.

Only the beginning of a line waits for its end, so that lines of several threads stay whole. It goes out
before the other stream has its turn, before a child process starts, and when the cell ends. So what a child
process or C code writes to the same descriptor stands where it belongs, and what was printed before a crash
is kept.
"""

import _thread
import io
import os
import sys

from .import_hooks import hooks
from .wire import write_all


def _identity(fd):
    """What tells the file behind a descriptor from all others; None when there is none."""
    try:
        status = os.fstat(fd)
    except OSError:
        return None
    return status.st_dev, status.st_ino


class Marks:
    """Writes the session's marks into both streams (README.md, "What is printed, in order")."""

    def __init__(self, text):
        self._prefix = f"\x1b]{text};".encode()
        self._owner = os.getpid()
        # The thread that holds it may be the one that a signal handler interrupts, so it is reentrant.
        self._lock = _thread.RLock()
        self._last_fd = 1
        self._pipes = {fd: _identity(fd) for fd in (1, 2)}
        self.number = 0

    def _write(self):
        self.number += 1
        mark = b"%b%d\a" % (self._prefix, self.number)
        for fd in (self._last_fd, 3 - self._last_fd):
            # The notebook may have closed it, and then have opened a file of its own by the same number.
            if self._pipes[fd] is not None and _identity(fd) == self._pipes[fd]:
                write_all(fd, mark)

    def write_text(self, fd, data):
        """Writes to 1 or 2, and first the mark that keeps the order when the other one had its turn."""
        if fd != self._last_fd and os.getpid() == self._owner:
            with self._lock:
                if fd != self._last_fd:
                    self._write()
                    self._last_fd = fd
                write_all(fd, data)
        else:
            write_all(fd, data)
        return len(data)

    def end(self):
        """A mark after everything printed so far; its number."""
        if os.getpid() == self._owner:
            with self._lock:
                self._write()
        return self.number


class _MarkedFile(io.RawIOBase):
    """Descriptor 1 or 2, never closed."""

    mode = "wb"

    def __init__(self, fd, marks):
        self._fd = fd
        self._marks = marks
        self.name = ("<stdout>", "<stderr>")[fd - 1]
        # The stream whose turn it was, perhaps, and which may hold the beginning of a line.
        self.other = None

    def fileno(self):
        return self._fd

    def writable(self):
        return True

    def isatty(self):
        return False

    def write(self, data):
        # Text comes as bytes; only a notebook's own use of `.buffer` needs the conversion.
        if type(data) is not bytes:
            data = bytes(data)
        _flush(self.other)
        return self._marks.write_text(self._fd, data)

    def close(self):
        pass


class _Turn:
    """Which of the two streams was written to last."""

    stream = None


class _TextStream(io.TextIOWrapper):
    """sys.stdout or sys.stderr: brings out what the other one holds back before its own turn begins."""

    mode = "w"

    def __init__(self, file, errors, turn):
        super().__init__(file, "utf-8", errors, "\n", line_buffering=True)
        self._turn = turn

    def write(self, text):
        turn = self._turn
        if turn.stream is not self:
            before, turn.stream = turn.stream, self
            _flush(before)
        return super().write(text)


def _flush(stream):
    try:
        stream.flush()
    except Exception:  # whatever the notebook has made of it
        pass


def _usable(stream):
    try:
        return stream.buffer is not None
    except ValueError:  # detached
        return False


class Console:
    """The streams that every cell begins with."""

    def __init__(self, marker):
        self.marks = Marks(marker)
        self._files = _MarkedFile(1, self.marks), _MarkedFile(2, self.marks)
        self._make_streams()
        self.install()

    def _make_streams(self):
        turn = _Turn()
        self._stdout = _TextStream(self._files[0], "replace", turn)
        self._stderr = _TextStream(self._files[1], "backslashreplace", turn)
        self._files[0].other, self._files[1].other = self._stderr, self._stdout
        sys.__stdout__, sys.__stderr__ = self._stdout, self._stderr

    def install(self):
        if not _usable(self._stdout) or not _usable(self._stderr):
            self._make_streams()
        sys.stdout, sys.stderr = self._stdout, self._stderr

    def flush(self):
        """Brings out what is still held back by the notebook's own streams, ours, and the C library."""
        for stream in (self._stdout, self._stderr, sys.stdout, sys.stderr):
            _flush(stream)
        flush_c_streams()

    def flush_before_children(self):
        """From now on text that is held back goes out before a child process can write anything."""
        os.register_at_fork(before=self.flush)
        for name in ("system", "posix_spawn", "posix_spawnp"):
            setattr(os, name, _preceded(self.flush, getattr(os, name)))
        hooks.add("subprocess", self._flush_before_popen)

    def _flush_before_popen(self, subprocess):
        subprocess.Popen._execute_child = _preceded(self.flush, subprocess.Popen._execute_child)

    def report(self, text):
        """Writes to stderr whatever the notebook has made of it."""
        data = text.encode("utf-8", "backslashreplace")
        self.flush()
        try:
            self.marks.write_text(2, data)
        except OSError:
            pass


def _preceded(before, function):
    """`function`, with a call of `before` in front of each call."""

    def call(*arguments, **named):
        before()
        return function(*arguments, **named)

    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(call, name, getattr(function, name))
    call.__wrapped__ = function
    return call


_c_flush = None
_modules_seen = 0


def _foreign_code_loaded():
    """Whether code in C that is no part of Python itself may have printed something."""
    global _modules_seen
    if "_ctypes" in sys.modules:
        return True
    if len(sys.modules) == _modules_seen:
        return False
    _modules_seen = len(sys.modules)
    standard = os.path.dirname(os.__file__)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".so"):
            folder = os.path.dirname(file)
            if not folder.startswith(standard) or "-packages" in folder:
                return True
    return False


def flush_c_streams():
    """fflush(NULL) of the C library, where there can be anything to flush."""
    global _c_flush
    if _c_flush is None:
        if not _foreign_code_loaded():
            return
        try:
            import _ctypes

            address = _ctypes.dlsym(_ctypes.dlopen(None, 0), "fflush")
            _c_flush = lambda: _ctypes.call_function(address, (None,))  # noqa: E731
        except Exception:
            _c_flush = lambda: None  # noqa: E731
    _c_flush()
