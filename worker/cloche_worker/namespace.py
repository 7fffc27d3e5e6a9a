"""The module `__main__` that all cells share."""

import builtins
import os
import sys

from . import real_modules


def make_main_module(notebook_path):
    """A fresh `__main__`, so that functions and classes of cells are found by pickle and by forked
    processes."""
    module = type(sys)("__main__", _documentation(notebook_path))
    module.__file__ = notebook_path
    module.__builtins__ = module.__builtin__ = builtins.__dict__
    sys.modules["__main__"] = module
    return module


def _documentation(notebook_path):
    """The string that the notebook's file begins with."""
    try:
        with open(notebook_path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError):
        return None
    for line in text.splitlines():
        line = line.strip().lower()
        if line and not line.startswith("#"):
            break
    else:
        return None
    if line.lstrip("ru")[:1] not in ("'", '"'):
        return None
    try:
        first = compile(text, notebook_path, "exec", 0x400, dont_inherit=True).body[0]  # PyCF_ONLY_AST
    except (SyntaxError, ValueError):
        return None
    documentation = getattr(getattr(first, "value", None), "value", None)
    return documentation if isinstance(documentation, str) else None


def prepare_interpreter(notebook_path, arguments, worker_directory):
    """sys.argv and sys.path as marimo's export has them."""
    sys.argv = [notebook_path, *arguments]
    folder = os.path.dirname(os.path.abspath(notebook_path))
    real_modules.notebook_folder_is(folder)
    sys.path[:] = [entry for entry in sys.path if entry != worker_directory]
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # The importer keeps what it knows of each folder; the worker's own is none of the notebook's business.
    sys.path_importer_cache.pop(worker_directory, None)
