"""Imports that a notebook's own files cannot get in the way of.

The notebook's folder is first on sys.path, so a `json.py` or `markdown.py` beside it is found in place of
the real one. That is the notebook's wish for its own imports, not for the worker's and not for marimo's.
"""

import os
import sys

_folder = None
_at_the_start = {}


def notebook_folder_is(folder):
    global _folder
    _folder = folder
    _at_the_start.update(sys.modules)
    del _at_the_start["__main__"]


def restore():
    """Puts back modules without which Python itself can't go on, should the notebook have removed them."""
    for name, module in _at_the_start.items():
        sys.modules.setdefault(name, module)


def _is_the_notebooks(module):
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return False
    folder, name = os.path.split(file)
    return (os.path.dirname(folder) if name == "__init__.py" else folder) == _folder


class real_modules:
    """In this context the notebook's folder is not on sys.path and its modules are not in sys.modules."""

    def __enter__(self):
        self._path = sys.path[:]
        sys.path[:] = [entry for entry in sys.path if entry not in ("", _folder)]
        self._hidden = {
            n: m for n, m in list(sys.modules.items()) if n != "__main__" and _is_the_notebooks(m)
        }
        for name in self._hidden:
            del sys.modules[name]

    def __exit__(self, *_):
        sys.path[:] = self._path
        sys.modules.update(self._hidden)


def load(name):
    """The real module `name`, imported now if it was not."""
    module = sys.modules.get(name)
    if module is None or _is_the_notebooks(module):
        restore()
        with real_modules():
            module = __import__(name, fromlist=["*"])
    return module
