"""The environment's own marimo: what the worker needs of it.

This is the one place that knows modules which marimo does not promise to keep. They are imported when the
notebook imports marimo, so that notebooks without it pay nothing. Where one of them is missing or has
changed, the public `mo.as_html` and the display protocols take its place: values are then shown, but things
that ask for the running app (mo.output, mo.refs, element ids) do not work.
"""

import sys

from . import plain_values, real_modules
from .import_hooks import hooks

BUNDLE = "application/vnd.marimo+mimebundle"


class Notebook:
    """What marimo is told of the notebook."""

    def __init__(self, path, arguments, cells, main_module):
        self.path = path
        self.arguments = arguments
        self.cells = cells
        self.main_module = main_module


class _State:
    notebook = None
    display = None
    # The running cell.
    cell = None
    marimo = None
    # A runtime context of marimo, when one could be made.
    context = None
    ids = None
    # What mo.output has shown last in this cell, as marimo sends it to its front end.
    output = None


_state = _State()


def prepare(notebook, display):
    """From now on marimo is set up when it is imported. `display(representations)` shows something while a
    cell runs."""
    _state.notebook, _state.display = notebook, display
    hooks.add("marimo", _install, shielded=True)


def import_marimo():
    """For its own representations, in an environment that has it."""
    try:
        real_modules.load("marimo")
    except ImportError:
        pass


def is_installed():
    return _state.marimo is not None


def _install(marimo):
    _state.marimo = marimo
    try:
        with real_modules.real_modules():
            _install_context(marimo)
    except Exception:  # another marimo than those we know
        _state.context = None
    if _state.cell is not None:
        begin_cell(_state.cell)


def _install_context(marimo):
    from marimo._config.manager import get_default_config_manager
    from marimo._messaging.types import KernelStreams
    from marimo._output.formatters.formatters import register_formatters
    from marimo._runtime.context import kernel_context
    from marimo._runtime.context.types import initialize_context
    from marimo._session.model import SessionMode

    notebook = _state.notebook
    config = get_default_config_manager(current_path=notebook.path).get_config()
    context = kernel_context.create_kernel_context(
        kernel=_kernel(notebook, config),
        streams=KernelStreams(stream=_stream(), stdout=None, stderr=None, stdin=None),
        # None: what would be a file of the running server becomes a data URL.
        virtual_file_storage=None,
        mode=SessionMode.EDIT,
    )
    initialize_context(context)
    try:
        register_formatters(theme=config["display"]["theme"])
    except TypeError:  # marimo 0.25 has no themes here
        register_formatters()
    notebook.main_module.__dict__.setdefault("__marimo__", marimo)
    _state.context = context
    try:
        _let_caches_find_cells(notebook.cells)
    except (ImportError, AttributeError):
        pass


def _let_caches_find_cells(cells):
    """A block under `mo.persistent_cache` looks for its code, by the name that its cell has in tracebacks."""
    from marimo._save import save

    class FoundCell:
        lineno = 0

        def __init__(self, code):
            self.code = code

    find_in_notebook = save.find_cell

    def find_cell(file_name, line):
        cell = cells.of_file(file_name)
        return find_in_notebook(file_name, line) if cell is None else FoundCell(cell.source)

    save.find_cell = find_cell


def _kernel(notebook, config):
    """What marimo's context wants to know of a kernel; there is none, since cloche runs the cells."""
    from marimo._ast.app_config import _AppConfig
    from marimo._cli.parse_args import parse_args
    from marimo._runtime.commands import AppMetadata
    from marimo._runtime.params import CLIArgs, QueryParams

    class Kernel:
        user_config = config
        globals = notebook.main_module.__dict__
        argv = sys.argv
        cli_args = CLIArgs(parse_args(notebook.arguments))
        query_params = QueryParams({})
        app_metadata = AppMetadata({}, {}, _app_config(notebook.path, _AppConfig), filename=notebook.path)
        _graph = None

        def lazy(self):
            return False

        @property
        def graph(self):
            if self._graph is None:
                self._graph = _graph(notebook.cells)
            return self._graph

        def get_ui_initial_value(self, object_id):
            raise KeyError(object_id)

        def register_state_update(self, state):
            pass

        def enqueue_control_request(self, request):
            pass

    return Kernel()


def _app_config(path, defaults):
    """The arguments of marimo.App. Reading them means reading the notebook, and only `sql_output` matters
    here."""
    try:
        with open(path, encoding="utf-8") as file:
            if "sql_output" in file.read():
                from marimo._ast.load import load_app

                return load_app(path)._config
    except Exception:
        pass
    return defaults()


def _graph(cells):
    from marimo._ast.compiler import compile_cell
    from marimo._runtime.dataflow import DirectedGraph

    graph = DirectedGraph()
    for cell in cells:
        try:
            graph.register_cell(cell.id, compile_cell(cell.source, cell.id))
        except Exception:  # it doesn't parse, and is in no graph
            continue
    cells.give_source_again()
    return graph


def _stream():
    """Takes what marimo would send to its front end, and passes on what is displayed on the console."""
    from marimo._messaging.types import Stream

    class ConsoleStream(Stream):
        def write(self, data):
            if b'"output":{' in data:
                _state.output = data
            if b'"console"' in data:
                for entry in _console_entries(_decoded(data)):
                    _pass_on(entry)

        def copy_for_thread(self):
            return self

    return ConsoleStream()


def _decoded(notification):
    return real_modules.load("json").loads(notification)


def _console_entries(notification):
    console = notification.get("console")
    return console if isinstance(console, list) else [console] if isinstance(console, dict) else []


def _pass_on(entry):
    channel, mime, data = entry.get("channel"), entry.get("mimetype"), entry.get("data")
    if channel == "media":
        _state.display([(mime, data)])
    elif channel in ("stdout", "stderr"):
        if mime == "application/vnd.marimo+traceback":
            data = _text_of_html(data)
        getattr(sys, channel).write(data)


def _text_of_html(html):
    return real_modules.load("html").unescape(real_modules.load("re").sub(r"<[^>]*>", "", html))


# While a cell runs


def begin_cell(cell):
    _state.cell, _state.output = cell, None
    if _state.context is None:
        return
    try:
        _enter_cell(_state.context, cell)
    except Exception:  # another marimo than those we know
        _state.context = None


def _enter_cell(context, cell):
    from marimo._runtime.context.types import ExecutionContext

    context.stream.cell_id = cell.id
    context.execution_context = ExecutionContext(cell.id, False)
    _state.ids = context.provide_ui_ids(cell.id)
    _state.ids.__enter__()


def gathered_output():
    """What mo.output shows at the end of this cell, as representations, or None."""
    if _state.output is None or not _state.context.execution_context.output:
        return None
    output = _decoded(_state.output)["output"]
    return [(output["mimetype"], output["data"])]


def end_cell(cell):
    _state.cell = None
    if _state.context is None:
        return
    if _state.ids is not None:
        _state.ids.__exit__(None, None, None)
        _state.ids = None
    _state.context.execution_context = None
    try:
        # mo.state() and the cache find states by the names that they have.
        _state.context.state_registry.register_scope(
            _state.notebook.main_module.__dict__, defs=set(cell.definitions)
        )
    except Exception:
        pass


# Values


def format_value(value, report):
    """The one representation that marimo shows. `report` takes the traceback of a value that can't be
    shown."""
    try:
        from marimo._output.formatting import try_format
    except ImportError:
        return _publicly_formatted(value, report)
    formatted = try_format(value)
    if formatted.exception is not None and not isinstance(formatted.exception, KeyboardInterrupt):
        formatted = try_format(value, include_opinionated=False)
    if isinstance(formatted.exception, KeyboardInterrupt):
        raise formatted.exception
    if formatted.traceback is not None:
        report(formatted.traceback)
    return [(formatted.mimetype, formatted.data)]


def _publicly_formatted(value, report):
    try:
        return plain_values.special_representations(value) or [
            ("text/html", _state.marimo.as_html(value).text)
        ]
    except Exception:
        report(real_modules.load("traceback").format_exc())
        return [("text/plain", "")]


def output_max_bytes():
    """The limit that the notebook's configuration sets, or None."""
    try:
        return int(_state.context.marimo_config["runtime"]["output_max_bytes"])
    except Exception:
        return None


def too_large_notice(size):
    """marimo's own notice for a representation that is too large, or None."""
    if _state.context is None:
        return None
    try:
        from marimo._messaging.notification_utils import CellNotificationUtils

        return CellNotificationUtils.maybe_truncate_output("text/plain", "x" * size)
    except Exception:
        return None


def without_front_end(value):
    """The value as HTML that needs no JavaScript, as marimo makes it for its ipynb export; None when it
    can't."""
    try:
        from marimo._output.formatting import try_format
        from marimo._output.hypertext import patch_html_for_non_interactive_output
    except ImportError:
        return None
    with patch_html_for_non_interactive_output():
        formatted = try_format(value, include_opinionated=False)
    return None if formatted.exception is not None else (formatted.mimetype, formatted.data)


def sql_error_message(error):
    """The message of an error that a database has found in SQL; None for all others."""
    if _state.marimo is None:
        return None
    try:
        from marimo._sql.error_utils import is_sql_parse_error

        return str(error) if is_sql_parse_error(error) else None
    except Exception:
        return None
