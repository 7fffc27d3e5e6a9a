"""Messages for a NameError or a missing module that say what a notebook's author should know."""

import _ast
import os
import sys

from . import real_modules
from .compilation import parse
from .private_names import is_private, unmangled


def explanation(error, cells, cell, name_the_cell):
    """A better message than the exception's own, or None. `name_the_cell`: marimo's front end shows a link
    where its text ends; a page says which cell it is."""
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        name = unmangled(getattr(error, "name", None) or "")
        if is_private(name):
            return _private_name(name, cells, cell, name_the_cell)
        return _missing_name(name, cells, cell, name_the_cell)
    if isinstance(error, ModuleNotFoundError):
        return _shadowed_module(error)
    return None


def _missing_name(name, cells, cell, name_the_cell):
    definer = next((other for other in cells if name in other.definitions), None)
    if definer is None or definer is cell:
        return None
    deleted = any(name in _deleted_names(other) for other in cells)
    return (
        f"Name `{name}` is not defined."
        + (" Another cell may have deleted it with the del operator." if deleted else "")
        + " It was expected to be defined in "
        + (definer.label if name_the_cell else "")
    )


def _private_name(name, cells, cell, name_the_cell):
    definer = importer = None
    remedy = "remove the leading underscore."
    for other in cells:
        if other is cell or name not in other.private_names:
            continue
        definer = definer or other
        statement = _import_with_alias(other, name)
        if statement is not None and importer is None:
            definer = importer = other
            remedy = f"alias the import to a name without a leading underscore: `{statement}`."
    if definer is None:
        return None
    return (
        f"Name `{name}` is not defined. Names prefixed with an underscore are local to the cell that defines "
        f"them. To use it across cells, {remedy} `{name}` is defined as a cell-local name in "
        + (definer.label if name_the_cell else "")
    )


def _nodes(cell):
    """All nodes of the cell's syntax tree; none when it doesn't parse."""
    try:
        waiting = [parse(cell.source, cell.file_name)]
    except Exception:
        return
    while waiting:
        node = waiting.pop(0)
        yield node
        for field in node._fields:
            value = getattr(node, field, None)
            waiting.extend(
                item for item in (value if isinstance(value, list) else [value]) if isinstance(item, _ast.AST)
            )


def _deleted_names(cell):
    if "del" not in cell.source:
        return ()
    return {
        node.id for node in _nodes(cell) if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Del)
    }.difference(cell.definitions)


def _import_with_alias(cell, name):
    """The statement that imports `name`, with an alias that other cells could use."""
    for node in _nodes(cell):
        if isinstance(node, _ast.Import):
            origin = ""
        elif isinstance(node, _ast.ImportFrom):
            origin = f"from {'.' * (node.level or 0)}{node.module or ''} "
        else:
            continue
        for alias in node.names:
            if (alias.asname or alias.name.partition(".")[0]) == name:
                return f"{origin}import {alias.name} as {name.lstrip('_') or 'lib'}"
    return None


def _shadowed_module(error):
    """A file beside the notebook that has the name of an installed package."""
    name = (error.name or "").partition(".")[0]
    if not name or not os.path.exists(f"{name}.py"):
        return None
    with real_modules.real_modules():
        here = os.getcwd()
        path = [entry for entry in sys.path if entry != here]
        installed = real_modules.load("importlib.machinery").PathFinder.find_spec(name, path)
    if installed is None:
        return None
    return (
        f"There is a file named '{name}.py' which conflicts with the imported package. "
        "Please rename the file."
    )
