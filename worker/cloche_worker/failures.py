"""What cloche is told of an exception.

Everything here works on objects that may be hostile: exceptions whose text can't be had, tracebacks without
end.
"""

import os

from . import real_modules
from .private_names import unmangled

LONGEST_MESSAGE = 100_000
LONGEST_TRACEBACK = 400_000

_WORKER_FOLDER = os.path.dirname(__file__)


def type_name(error):
    return type(error).__name__


def is_stop(error):
    """Whether mo.stop() raised it."""
    kind = type(error)
    return kind.__name__ == "MarimoStopError" and kind.__module__.partition(".")[0] == "marimo"


def describe(error, cells, cell, kind="exception", message=None):
    """The fields of an `error`."""
    _skip_worker_frames(error, cells)
    return {
        "kind": kind,
        "name": type_name(error),
        "message": _shortened(message if message is not None else message_of(error), LONGEST_MESSAGE),
        "traceback": traceback_text(error, cells),
        "line": _line_in_cell(error, cells, cell),
    }


def message_of(error):
    """What the exception says, with Python's hints ("Did you mean: …"), as marimo has it."""
    try:
        text = str(error)
    except BaseException as failure:
        return f"its text can't be shown: its __str__ raised {type_name(failure)}"
    if text:
        try:
            summary = "".join(_summary(error).format_exception_only()).strip()
        except Exception:
            summary = ""
        kind, separator, rest = summary.partition(": ")
        if separator and "\n" not in kind:
            text = rest
    return unmangled(text) or f"This cell raised an exception: {type_name(error)}"


def _summary(error):
    traceback = real_modules.load("traceback")
    return traceback.TracebackException(type(error), error, None)


def traceback_text(error, cells):
    cells.give_source_again()
    traceback = real_modules.load("traceback")
    try:
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    except BaseException as failure:  # a source line or a note that can't be had
        text = f"{type_name(error)}: its traceback can't be shown: {type_name(failure)}\n"
    return _shortened(unmangled(text), LONGEST_TRACEBACK)


def _shortened(text, longest):
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"


def _skip_worker_frames(error, cells):
    """Lets the traceback begin in the cell, not in the worker or in the event loop that runs the cell, and
    end where the cell called something that the worker has replaced."""
    frames = []
    at = error.__traceback__
    while at is not None:
        frames.append(at)
        at = at.tb_next
    while frames and _is_ours(frames[-1]):
        frames.pop()
    first = next((f for f in frames if cells.of_file(f.tb_frame.f_code.co_filename) is not None), None)
    if first is None:
        first = next((f for f in frames if not _is_ours(f)), None)
    error.__traceback__ = first
    if first is not None:
        frames[-1].tb_next = None


def _is_ours(frame):
    return frame.tb_frame.f_code.co_filename.startswith(_WORKER_FOLDER)


def _line_in_cell(error, cells, cell):
    """The last line of the cell itself that the traceback passes; none for an error without one."""
    line = None
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == cell.file_name:
            line = at.tb_lineno
        at = at.tb_next
    if line is None and isinstance(error, SyntaxError) and error.filename == cell.file_name:
        line = error.lineno
    return line


def syntax_failure(error, cell):
    """A cell that doesn't parse, worded as in marimo's session files."""
    traceback = real_modules.load("traceback")
    lines = "".join(traceback.format_exception_only(type(error), error)).split("\n")
    lines[0] = lines[0][max(lines[0].find("line"), 0) :]
    message = "\n".join(lines) + _syntax_hint(lines[1].strip() if len(lines) > 1 else "")
    return {
        "kind": "syntax",
        "name": type_name(error),
        "message": _shortened(message, LONGEST_MESSAGE),
        "traceback": "",
        "line": error.lineno,
    }


def _syntax_hint(line):
    if line.startswith("!"):
        if "pip" in line:
            return "\nTo install packages, use the package manager panel."
        return "\nTo run shell commands, use os.subprocess(...)"
    if line.startswith("%"):
        return (
            "\nIPython magic commands (starting with %) are not supported."
            "\nSee: https://links.marimo.app/from-jupyter-magics"
        )
    return ""
