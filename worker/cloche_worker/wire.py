"""JSON lines over descriptors.

The module `json` would bring `re` with it and cost more than everything else at the start, so its two
halves written in C are used directly.
"""

import _thread
import os

try:
    from _json import encode_basestring, encode_basestring_ascii, make_scanner
except ImportError:  # an implementation of Python without them
    import json
    from json.encoder import encode_basestring, encode_basestring_ascii

    decode = json.loads
else:

    class _DecoderSettings:
        strict = False
        object_hook = None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = float

    _scan = make_scanner(_DecoderSettings())

    def decode(text):
        return _scan(text, 0)[0]


encode_ascii = encode_basestring_ascii


def encode(value):
    """The JSON text of None, truth values, numbers, text, lists, tuples and dicts of them."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{encode_basestring(key)}:{encode(item)}" for key, item in value.items()) + "}"
    return "[" + ",".join(map(encode, value)) + "]"


def write_all(fd, data):
    """Writes everything, also where the notebook has made the descriptor non-blocking."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(fd, view) :]
        except BlockingIOError:
            import select

            select.select((), (fd,), ())


class Commands:
    """What cloche asks for, one after the other."""

    def __init__(self, fd):
        self._fd = fd
        self._received = bytearray()

    def next(self):
        """The next command, or None when there are no more."""
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            piece = os.read(self._fd, 1 << 20)
            if not piece:
                return None
            self._received += piece
        line = self._received[:end].decode("utf-8", "replace")
        del self._received[: end + 1]
        return decode(line)


class Events:
    """What cloche is told. Safe in every thread; a process that the notebook forks tells nothing."""

    def __init__(self, fd):
        self._fd = fd
        self._owner = os.getpid()
        self._lock = _thread.allocate_lock()

    def send(self, event, **fields):
        line = encode({"event": event, **fields}) + "\n"
        self.send_line(line)

    def send_line(self, line):
        # A lone surrogate is a character in Python and none in UTF-8.
        data = line.encode("utf-8", "replace")
        if os.getpid() != self._owner:
            return
        with self._lock:
            write_all(self._fd, data)
