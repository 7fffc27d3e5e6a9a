"""From a cell's source to code objects: its statements, and its last expression, which is its value."""

import _ast
import sys
import warnings

from . import markdown_cells
from .private_names import PrivateNames, may_have_private_names

# The values that the module `ast` and `inspect` call PyCF_ONLY_AST, PyCF_ALLOW_TOP_LEVEL_AWAIT and
# CO_COROUTINE.
_ONLY_AST = 0x400
_TOP_LEVEL_AWAIT = 0x2000
_COROUTINE = 0x80


class CompiledCell:
    """What one cell runs."""

    def __init__(self, statements, value, temporary_names):
        self.statements = statements
        # None when the cell has no value.
        self.value = value
        # Private names, as they are stored, that nothing needs when the cell is over.
        self.temporary_names = temporary_names


def is_coroutine(code):
    return bool(code.co_flags & _COROUTINE)


def _compile(source, file_name, mode, flags):
    # A cell is compiled twice, and a warning about its text belongs to neither run.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(source, file_name, mode, flags, dont_inherit=True)


def _ends_with_semicolon(source, expression):
    """Whether a `;` follows the last expression; after it come only brackets, blanks and comments."""
    lines = source.split("\n")[expression.end_lineno - 1 :]
    lines[0] = lines[0].encode()[expression.end_col_offset :].decode()
    return any(";" in line.partition("#")[0] for line in lines)


def parse(source, file_name):
    """The syntax tree of a cell."""
    # Some editors put non-breaking spaces where people typed spaces.
    return _compile(source.replace("\xa0", " "), file_name, "exec", _ONLY_AST | _TOP_LEVEL_AWAIT)


def compile_cell(cell_id, source, file_name, other_cell_has_mo=False):
    """Raises what compile() raises. `other_cell_has_mo`: some cell of the notebook defines the name `mo`."""
    module = parse(source, file_name)
    if other_cell_has_mo:
        markdown_cells.clean(module)
    names = PrivateNames(cell_id)
    if may_have_private_names(source):
        _rename(names, module)

    value = None
    if module.body and isinstance(module.body[-1], _ast.Expr):
        expression = module.body[-1].value
        if not _ends_with_semicolon(source, expression):
            module.body.pop()
            value = _compile(_ast.Expression(expression), file_name, "eval", _TOP_LEVEL_AWAIT)
    statements = _compile(module, file_name, "exec", _TOP_LEVEL_AWAIT) if module.body else None
    return CompiledCell(statements, value, names.bound - names.kept_for_definitions)


def _rename(names, module):
    # A long sum or chain of calls is nested as deep as it is long.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 10_000))
    try:
        names.rename(module)
    finally:
        sys.setrecursionlimit(limit)
