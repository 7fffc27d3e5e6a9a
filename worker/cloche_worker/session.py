"""The worker's one session: opens the notebook, runs the cells that cloche names, and leaves."""

import _signal
import os
import sys
import time

from . import (
    failures,
    figures,
    import_hooks,
    leaving,
    marimo_adapter,
    missing_names,
    namespace,
    no_input,
    packages,
    real_modules,
)
from .cells import Cells
from .compilation import is_coroutine
from .console import Console
from .event_loop import SessionLoop
from .representations import Representations
from .wire import Commands, Events

_SIGINT, _SIGTERM = _signal.SIGINT, _signal.SIGTERM
_WORKER_DIRECTORY = os.path.dirname(os.path.dirname(__file__))


def main(commands_fd, events_fd):
    commands, events = Commands(_out_of_reach(commands_fd)), Events(_out_of_reach(events_fd))
    first = commands.next()
    if first is None:
        return 0
    session = Session(events, first["open"])
    events.send("ready", python="{}.{}.{}".format(*sys.version_info[:3]))
    while not session.over:
        try:
            command = commands.next()
            if command is None:
                break
            session.run(command["run"])
        except KeyboardInterrupt:  # a handler of the notebook raised it when no cell was running
            pass
    session.close()
    return 0


def _out_of_reach(fd):
    """Moves a descriptor to where code that closes "all" descriptors seldom looks, and away from child
    processes."""
    import fcntl

    try:
        moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 700)
    except OSError:  # so many descriptors are not allowed here
        os.set_inheritable(fd, False)
        return fd
    os.close(fd)
    return moved


class Session:
    def __init__(self, events, notebook):
        self._events = events
        self._owner = os.getpid()
        self._interruptible = False
        self._running = None
        # The notebook has asked to leave, from its handler of SIGTERM.
        self.over = False

        path, style = notebook["path"], notebook["representations"]
        self._console = Console(notebook["marker"])
        import_hooks.install()
        self._cells = Cells(path, notebook["cells"], marimos_file_names=style == "marimo")
        self._for_page = style == "page"
        self._representations = Representations(style, self._console.report)
        self._loop = SessionLoop()
        no_input.install()
        figures.install(self._display)
        namespace.prepare_interpreter(path, notebook["arguments"], _WORKER_DIRECTORY)
        self._main = namespace.make_main_module(path)
        self._globals = self._main.__dict__
        marimo_adapter.prepare(
            marimo_adapter.Notebook(path, notebook["arguments"], self._cells, self._main),
            self._display,
        )
        if not self._for_page:
            marimo_adapter.import_marimo()
        self._console.flush_before_children()
        _signal.signal(_SIGINT, self._on_interrupt)

    def _take_interrupts_back(self):
        # Some packages put Python's own handler back, and that one would strike between cells too.
        if _signal.getsignal(_SIGINT) is _signal.default_int_handler:
            _signal.signal(_SIGINT, self._on_interrupt)

    def _on_interrupt(self, signal_number, frame):
        # Between cells nobody waits for it: the cell that it was meant for has ended by itself.
        if self._interruptible:
            raise KeyboardInterrupt

    # Running a cell

    def run(self, cell_id):
        cell = self._cells[cell_id]
        self._running = cell
        real_modules.restore()
        self._take_interrupts_back()
        self._console.install()
        self._loop.begin_cell()
        started = time.perf_counter()
        fields = self._turn(cell)
        self._take_interrupts_back()
        self._clean_up_figures()
        self._console.flush()
        self._console.install()
        self._running = None
        duration = time.perf_counter() - started
        marker = self._console.marks.end()
        self._events.send("finished", cell=cell_id, duration=duration, marker=marker, **fields)

    def _turn(self, cell):
        """The fields of `finished` that say how the cell went."""
        try:
            compiled = self._cells.compile(cell)
        except SyntaxError as error:
            return {"status": "failed", "error": failures.syntax_failure(error, cell)}
        except Exception as error:  # null bytes, nested too deeply
            return {"status": "failed", "error": failures.describe(error, self._cells, cell, kind="unknown")}

        marimo_adapter.begin_cell(cell)
        try:
            value, error = self._interruptibly(self._evaluate, compiled)
            if os.getpid() != self._owner:
                self._end_forked_process(error, cell)
            return self._outcome(value, error, cell)
        finally:
            marimo_adapter.end_cell(cell)
            for name in compiled.temporary_names:
                self._globals.pop(name, None)

    def _evaluate(self, compiled):
        if compiled.statements is not None:
            self._execute(compiled.statements)
        return self._execute(compiled.value) if compiled.value is not None else None

    def _execute(self, code):
        result = eval(code, self._globals)
        return self._loop.run(result) if is_coroutine(code) else result

    def _interruptibly(self, function, *arguments):
        """Calls what runs the notebook's code; a pair of its result and of what it raised."""
        try:
            try:
                self._interruptible = True
                result = function(*arguments)
                self._interruptible = False
                return result, None
            except BaseException as error:
                self._interruptible = False
                return None, error
        except KeyboardInterrupt as error:  # it came just before the last line
            self._interruptible = False
            return None, error

    def _outcome(self, value, error, cell):
        stopped = error is not None and failures.is_stop(error)
        if error is not None and not stopped:
            return self._failure(error, cell)
        value = getattr(error, "output", None) if stopped else value
        shown, error = self._interruptibly(self._shown, value)
        if os.getpid() != self._owner:
            self._end_forked_process(error, cell)
        if error is not None:
            return self._failure(error, cell)
        fields = {"status": "stopped" if stopped else "succeeded"}
        if shown is not None:
            fields["data"] = shown.data
            if shown.metadata:
                fields["metadata"] = shown.metadata
        return fields

    def _shown(self, value):
        if value is not None:
            return self._representations.of(value)
        gathered = marimo_adapter.gathered_output()
        return None if gathered is None else self._representations.of_formatted(gathered)

    def _failure(self, error, cell):
        try:
            return {"status": "failed", "error": self._described(error, cell)}
        except Exception:  # no memory left, most likely
            name = failures.type_name(error)
            message = f"This cell raised an exception: {name}"
            return {"status": "failed", "error": {"kind": "exception", "name": name, "message": message}}

    def _described(self, error, cell):
        if isinstance(error, KeyboardInterrupt):
            message = "This cell was interrupted and needs to be re-run"
            return failures.describe(error, self._cells, cell, "interruption", message)
        sql_message = marimo_adapter.sql_error_message(error)
        if sql_message is not None:
            return failures.describe(error, self._cells, cell, "sql-error", sql_message)
        if isinstance(error, SystemExit) and _raised_by_termination_handler(error):
            self.over = True
        message = missing_names.explanation(error, self._cells, cell, name_the_cell=self._for_page)
        return failures.describe(error, self._cells, cell, message=message)

    def _end_forked_process(self, error, cell):
        """The cell has forked, and this is the child that came back from it: it must not go on as the
        notebook."""
        status = 0
        if isinstance(error, SystemExit):
            status = error.code if isinstance(error.code, int) else int(error.code is not None)
        elif error is not None and not failures.is_stop(error):
            status = 1
            failures.describe(error, self._cells, cell)
            self._console.report(failures.traceback_text(error, self._cells))
        self._console.flush()
        os._exit(status & 0xFF)

    # What happens around

    def _display(self, found):
        """Shows representations in the cell that is running."""
        if self._running is None:
            return
        shown = self._representations.of_formatted(found)
        self._console.flush()
        marker = self._console.marks.end()
        metadata = {"metadata": shown.metadata} if shown.metadata else {}
        self._events.send("output", cell=self._running.id, data=shown.data, marker=marker, **metadata)

    def _clean_up_figures(self):
        try:
            figures.close_all()
        except Exception:  # a callback of the notebook for closed figures
            pass

    def close(self):
        self._events.send("packages", packages=packages.imported())
        self._loop.close()
        leaving.leave(self._console.flush)


def _raised_by_termination_handler(error):
    """Whether the notebook's own handler of SIGTERM wants the process to end."""
    code = getattr(_signal.getsignal(_SIGTERM), "__code__", None)
    at = error.__traceback__
    while code is not None and at is not None:
        if at.tb_frame.f_code is code:
            return True
        at = at.tb_next
    return False
